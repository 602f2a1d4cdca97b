/** Sheets, moves and dice for the pictures of the rules, made from what is known of the game. */

import type { GameFacts, RowFacts } from "../generated/games";
import type { DiceView, LandingView, LuckyPair, MoveView, RowView, SheetView } from "../generated/protocol";
import { pathOf } from "../table/layout";

/** A row with these spaces crossed, counted from the left; `lock` crosses the lock too. */
export function rowWith(layout: GameFacts, row: RowFacts, crossed: number[], lock = false): RowView {
  const count = crossed.length + (lock ? 1 : 0);
  return {
    letter: row.letter,
    crossed: crossed.flatMap((i) => row.spaces[i]?.number ?? []),
    reach: Math.max(-1, ...crossed) + 1,
    count,
    lock,
    points: layout.points[count] ?? 0,
  };
}

/** A sheet with these spaces crossed row by row, nothing in rows that are not given. */
export function sheetWith(layout: GameFacts, crossed: number[][], lucky: LuckyPair | null = null): SheetView {
  const rows = layout.rows.map((row, at) => rowWith(layout, row, crossed[at] ?? []));
  const total = rows.reduce((sum, row) => sum + row.points, 0);
  return { rows, misses: 0, miss_points: 0, bonus: 0, total, pawn: null, lucky };
}

function crossing(row: RowFacts, number: number, lucky: boolean): MoveView {
  return {
    move: `${row.letter}${number}${lucky ? "*" : ""}`,
    kind: "cross",
    row: row.letter,
    number,
    lucky,
    steps: null,
    landing: null,
    skips: [],
    gain: 0,
    locks: null,
    ends: false,
    miss: false,
  };
}

/** The spaces with this number, in all rows in which it is still to come. */
export function crossingsOf(layout: GameFacts, sheet: SheetView, number: number): MoveView[] {
  return layout.rows
    .filter((row, at) => row.spaces.findIndex((s) => s.number === number) >= (sheet.rows[at]?.reach ?? 0))
    .map((row) => crossing(row, number, false));
}

/** The spaces of a colour die's own colour that it makes with either white die. */
export function colourCrossings(layout: GameFacts, dice: DiceView, die: string): MoveView[] {
  const sums = coloursSums(dice, die);
  return layout.rows.flatMap((row) =>
    row.spaces
      .filter((space) => space.colour === die && sums.includes(space.number))
      .map((space) => crossing(row, space.number, false)),
  );
}

/** What a colour die makes with the first and with the second white die. */
export function coloursSums({ white, colours }: DiceView, die: string): [number, number] {
  const face = colours[die] ?? 0;
  return [white[0] + face, white[1] + face];
}

/** The next spaces of the rows with the fewest crosses, which a lucky number opens. */
export function luckyCrossings(layout: GameFacts, sheet: SheetView): MoveView[] {
  const fewest = Math.min(...sheet.rows.map((row) => row.count));
  return layout.rows.flatMap((row, at) => {
    const crosses = sheet.rows[at];
    const next = crosses && row.spaces[crosses.reach];
    return next && crosses.count === fewest ? [crossing(row, next.number, true)] : [];
  });
}

/** A roll: these faces on the white dice, and one after the other on the colour dice. */
export function roll(layout: GameFacts, white: [number, number], colours: number[]): DiceView {
  const faces = layout.dice.map((die, at) => [die, colours[at % colours.length] ?? 1] as const);
  return { white, colours: Object.fromEntries(faces) };
}

/** What a pawn on the start field can reach on a board without others. */
export function firstLandings(layout: GameFacts): LandingView[] {
  if (!layout.board) return [];
  return pathOf(layout.board, null)
    .slice(0, layout.board.reach)
    .map(({ row, number }, at) => ({
      steps: at + 1,
      landing: at + 1,
      row,
      number,
      crosses: true,
      refusal: null,
    }));
}
