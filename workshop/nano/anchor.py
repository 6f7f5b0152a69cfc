"""Where in y⁰ the decoder stands: a pure function of y⁰ and the committed ids (SPEC §3)."""

from dataclasses import dataclass, replace

from .vocabulary import BREAK, CELL_BREAK, CLOSING_CELL_TAGS, END, LAST_TAG, OPENING_CELL_TAGS, ROW, ROW_END, SPACE, TABLE

GAPS = frozenset((SPACE, BREAK, CELL_BREAK))
ROW_TAGS = frozenset((ROW, ROW_END))
SEARCH = (-1, 1, -2, 2, -3, 3, -4, 4, 5, 6, 7, 8)
TABLE_SEARCH = tuple(step for far in range(1, 65) for step in (-far, far))
CONTEXT = 12


@dataclass(frozen=True, slots=True)
class State:
    p: int = 0
    op: int = 0
    held: int = 0
    sub: int = -1
    # Tokens passed over by substitutions and deletions: so many steps a realignment may go back. Without this bound
    # a text that repeats itself can send the anchor round in circles.
    debt: int = 0
    count: float = 0.0
    last: tuple[int, ...] = ()


START = State()


def is_tag(id: int) -> bool:
    return TABLE <= id <= LAST_TAG


def push(y: list[int], state: State, x: int, keeps_cells: bool = False) -> State:
    """State after committing x; y includes its `<end>`. `keeps_cells`: y⁰'s tags are what is written (tag margin)."""
    here, last, table = y[state.p], (*state.last[1 - CONTEXT :], x), y[0] == TABLE
    p, op, held, sub = _move(y, state, x)
    swap = _same_kind(x, here)
    passed = p - state.p - 1 if op == 4 else -1 if op == 5 else int(op == 3 and p > state.p and not (here in GAPS or swap))
    most = 96 if table else 8
    debt = max(0, min(most, state.debt + passed))
    count = max(0.0, state.count - 0.5) if x == here else state.count if swap else min(8.0, state.count + 1)
    found = _in_table(y, p, last, debt, keeps_cells) if table else _in_text(y, p, last, debt)
    if found:
        p, held, sub, op, debt = found[0], 0, -1, 5, max(0, min(most, debt + found[1]))
    return State(p, op, held, sub, debt, count, last)


def _move(y: list[int], state: State, x: int) -> tuple[int, int, int, int]:
    """p, op, held and sub after the first rule that applies."""
    p, end, here = state.p, len(y) - 1, y[state.p]
    one, two = (y[p + 1] if p + 1 < end else -1), (y[p + 2] if p + 2 < end else -1)
    if p < end and x == here:
        return p + 1, 0, 0, -1
    if p == end:
        return p, 0 if x == END else 3, state.held, -1
    if x in GAPS:
        return (p + 1, 3, 0, -1) if here in GAPS else _hold(state, x, here)
    if _same_kind(x, here):
        return p + 1, 3, 0, -1
    if x == one and here not in ROW_TAGS:
        return p + 2, 4, 0, -1
    if state.sub >= 0 and x == y[state.sub]:
        return state.sub + 1, 5, 0, -1
    if x == two and here not in ROW_TAGS and one not in ROW_TAGS:
        return p + 3, 4, 0, -1
    if here in GAPS or is_tag(here) or is_tag(x):
        return _hold(state, x, here)
    return p + 1, 3, 0, p


def _hold(state: State, x: int, here: int) -> tuple[int, int, int, int]:
    if state.held < 2 or is_tag(x) or is_tag(here):
        more = min(2, state.held + 1)
        return state.p, more, more, -1
    return state.p + 1, 3, 0, -1


def _same_kind(x: int, here: int) -> bool:
    return (x in OPENING_CELL_TAGS and here in OPENING_CELL_TAGS) or (x in CLOSING_CELL_TAGS and here in CLOSING_CELL_TAGS)


def _in_text(y: list[int], p: int, last: tuple[int, ...], debt: int) -> tuple[int, int] | None:
    """Where the last three ids stand near p, and what that adds to the debt."""
    sought = last[-3:]
    if len(sought) < 3 or any(map(is_tag, sought)) or _ends(y, p, sought):
        return None
    step = next((s for s in SEARCH if s >= -debt and _ends(y, p + s, sought)), None)
    return None if step is None else (p + step, min(0, step))


def _in_table(y: list[int], p: int, last: tuple[int, ...], debt: int, keeps_cells: bool) -> tuple[int, int] | None:
    """The same by the last three characters with the tags among them, where none of the three stands before p."""
    characters = [i for i, id in enumerate(last) if not is_tag(id)][-3:]
    if len(characters) < 3 or characters[2] != len(last) - 1:
        return None
    if any(0 <= p - len(last) + i and y[p - len(last) + i] == last[i] for i in characters):
        return None
    sought = last[characters[0] :]
    for step in TABLE_SEARCH:
        if not _ends(y, p + step, sought):
            continue
        tags = [is_tag(id) for id in y[min(p, p + step) : max(p, p + step)]]
        if keeps_cells and any(tags):
            continue
        cost = max(1, tags.count(False))
        if step > 0:
            return p + step, cost
        if cost <= debt:
            return p + step, -cost
    return None


def _ends(y: list[int], q: int, sought: tuple[int, ...]) -> bool:
    return len(sought) <= q < len(y) and tuple(y[q - len(sought) : q]) == sought


def assume_copy(y: list[int], state: State) -> State:
    """State behind a row whose id is not known (masks)."""
    return replace(state, p=min(len(y) - 1, state.p + 1), op=0, held=0, sub=-1, last=())


def walk(y: list[int], ids) -> list[State]:
    """States before each of `ids` and after the last one."""
    states = [START]
    for x in ids:
        states.append(push(y, states[-1], x))
    return states
