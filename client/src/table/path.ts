/** Where the spaces of a board lie: a path that winds from line to line. */

export interface Spot {
  line: number;
  column: number;
}

/** The columns a board may have; each divides the usual path, so that no line is left half empty. */
const WIDTHS = [20, 10, 8, 5];
const NARROWEST = 42;

/** As many columns as the room allows with spaces wide enough for a finger. */
export function columnsFor(room: number): number {
  return WIDTHS.find((columns) => room / columns >= NARROWEST) ?? 8;
}

/** The spot of each space: the first line runs to the right, the next one back. */
export function winding(spaces: number, columns: number): Spot[] {
  return Array.from({ length: spaces }, (_, index) => {
    const line = Math.floor(index / columns);
    const along = index % columns;
    return { line, column: line % 2 === 0 ? along : columns - 1 - along };
  });
}

/** The points of a line through all spots, in units of one space. */
export function through(spots: Spot[]): string {
  return spots.map(({ line, column }) => `${column + 0.5},${line + 0.5}`).join(" ");
}
