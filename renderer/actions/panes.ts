/** F6: the panes of the window in order, found by their `data-pane`. */
export function focusPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')];
  if (panes.length === 0) return;
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[at < 0 ? 0 : (at + step + panes.length) % panes.length];
  if (!next) return;
  // The element that keeps the pane's place in the tab order, else the pane itself.
  const inside = next.querySelector<HTMLElement>('[data-pane-focus]');
  (inside ?? next).focus();
}

/** To the regions of the page. */
export function focusRegions(): void {
  document.querySelector<HTMLElement>('[data-page-regions]')?.focus();
}
