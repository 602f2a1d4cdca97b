/** The shape that goes with each colour, so that no colour has to be told apart by eye alone. */
export const SHAPES: Record<string, string> = {
  r: "M12 3.2 22 20.4H2z",
  y: "M12 2.6a9.4 9.4 0 1 1 0 18.8 9.4 9.4 0 0 1 0-18.8z",
  g: "M12 1.6 22.4 12 12 22.4 1.6 12z",
  b: "M3.4 3.4h17.2v17.2H3.4z",
};

/** Where the pips of a face lie, in ninths of a die from its top left corner. */
export const PIPS: Record<number, [number, number][]> = {
  1: [[4.5, 4.5]],
  2: [[2.4, 2.4], [6.6, 6.6]],
  3: [[2.2, 2.2], [4.5, 4.5], [6.8, 6.8]],
  4: [[2.4, 2.4], [6.6, 2.4], [2.4, 6.6], [6.6, 6.6]],
  5: [[2.3, 2.3], [6.7, 2.3], [4.5, 4.5], [2.3, 6.7], [6.7, 6.7]],
  6: [[2.5, 2.1], [6.5, 2.1], [2.5, 4.5], [6.5, 4.5], [2.5, 6.9], [6.5, 6.9]],
};

export const MOST_PIPS = Object.keys(PIPS).length;
