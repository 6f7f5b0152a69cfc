/** Runs of places. */
export interface Stretch {
  readonly from: number;
  /** Behind the last. */
  readonly to: number;
}

/** Where something holds without a break, of the places from `from` to before `to`. */
export function stretchesOf(from: number, to: number, holds: (place: number) => boolean): Stretch[] {
  const found: Stretch[] = [];
  let start: number | undefined;
  for (let place = from; place <= to; place++) {
    if (place < to && holds(place)) start ??= place;
    else if (start !== undefined) {
      found.push({ from: start, to: place });
      start = undefined;
    }
  }
  return found;
}
