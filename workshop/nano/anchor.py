"""Where in y⁰ the decoder stands: a pure function of y⁰ and the committed ids (SPEC §3)."""

from dataclasses import dataclass, replace

from .vocabulary import BREAK, CELL_BREAK, CLOSING_CELL_TAGS, END, LAST_TAG, OPENING_CELL_TAGS, SPACE, TABLE

GAPS = frozenset((SPACE, BREAK, CELL_BREAK))
SEARCH = (-1, 1, -2, 2, -3, 3, -4, 4, 5, 6, 7, 8)


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


def push(y: list[int], state: State, x: int) -> State:
    """State after committing x; y includes its `<end>`."""
    end = len(y) - 1
    p, held, sub = state.p, state.held, -1
    last = (*state.last[-2:], x)
    here = y[p]
    right, swap = x == here, False
    if right and p < end:
        p, held, op = p + 1, 0, 0
    elif p == end:
        op = 0 if x == END else 3
        held = state.held
    elif x in GAPS and here in GAPS:
        p, held, op = p + 1, 0, 3
    elif x in GAPS:
        p, held, op = _hold(p, held)
    elif swap := _same_kind(x, here):
        p, held, op = p + 1, 0, 3
    elif p + 1 < end and x == y[p + 1]:
        p, held, op = p + 2, 0, 4
    elif state.sub >= 0 and x == y[state.sub]:
        p, held, op = state.sub + 1, 0, 5
    elif p + 2 < end and x == y[p + 2]:
        p, held, op = p + 3, 0, 4
    elif here in GAPS or TABLE <= here <= LAST_TAG or TABLE <= x <= LAST_TAG:
        p, held, op = _hold(p, held)
    else:
        p, held, op, sub = p + 1, 0, 3, p
    passed = {4: p - state.p - 1, 5: -1}.get(op, 1 if op == 3 and here not in GAPS and not swap and p > state.p else 0)
    debt = max(0, min(8, state.debt + passed))
    count = state.count if swap else max(0.0, state.count - 0.5) if right else min(8.0, state.count + 1)
    if len(last) == 3 and not any(TABLE <= i <= LAST_TAG for i in last) and not (p >= 3 and (y[p - 3], y[p - 2], y[p - 1]) == last):
        for step in SEARCH:
            q = p + step
            if step >= -debt and 3 <= q <= end and (y[q - 3], y[q - 2], y[q - 1]) == last:
                p, held, sub, op, debt = q, 0, -1, 5, debt + min(0, step)
                break
    return State(p, op, held, sub, debt, count, last)


def _same_kind(x: int, here: int) -> bool:
    return (x in OPENING_CELL_TAGS and here in OPENING_CELL_TAGS) or (x in CLOSING_CELL_TAGS and here in CLOSING_CELL_TAGS)


def _hold(p: int, held: int) -> tuple[int, int, int]:
    return (p, held + 1, held + 1) if held < 2 else (p + 1, 0, 3)


def assume_copy(y: list[int], state: State) -> State:
    """State behind a row whose id is not known (masks)."""
    return replace(state, p=min(len(y) - 1, state.p + 1), op=0, held=0, sub=-1, last=())


def walk(y: list[int], ids) -> list[State]:
    """States before each of `ids` and after the last one."""
    states = [START]
    for x in ids:
        states.append(push(y, states[-1], x))
    return states
