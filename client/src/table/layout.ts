/** A game's sheet, dice and board, as the generated facts describe them. */

import { type BoardFacts, type GameFacts, GAMES, type RowFacts } from "../generated/games";
import type { RowView, SheetView } from "../generated/protocol";

export type BoardSpace = BoardFacts["sides"][string][number];

export function layoutOf(variant: string): GameFacts {
  const layout = GAMES[variant];
  if (!layout) throw new Error(`there is no game ${variant}`);
  return layout;
}

export function rowOf(layout: GameFacts, letter: string): RowFacts {
  const row = layout.rows.find((row) => row.letter === letter);
  if (!row) throw new Error(`${layout.name} has no row ${letter}`);
  return row;
}

export function rowViewOf(sheet: SheetView, letter: string): RowView {
  const row = sheet.rows.find((row) => row.letter === letter);
  if (!row) throw new Error(`the sheet has no row ${letter}`);
  return row;
}

/** The number right of the last cross; null at the end of the row. */
export function nextSpace(row: RowFacts, crosses: RowView): number | null {
  return row.spaces[crosses.reach]?.number ?? null;
}

/** The path of the board's side; where none is named, of the first. */
export function pathOf(board: BoardFacts, side: string | null): readonly BoardSpace[] {
  return (side === null ? undefined : board.sides[side]) ?? Object.values(board.sides)[0] ?? [];
}

/** The colour a space of the sheet has; in most games its row's. */
export function colourOf(row: RowFacts, number: number): string {
  return row.spaces.find((space) => space.number === number)?.colour ?? row.die;
}

/** What one more cross adds to a row with so many; null where there can be no more. */
export function nextGain(layout: GameFacts, count: number): number | null {
  const [now, then] = [layout.points[count], layout.points[count + 1]];
  return now === undefined || then === undefined ? null : then - now;
}

/** Whether a pawn on this space of the board is in the finish. */
export function isFinish(board: BoardFacts, landing: number): boolean {
  return landing >= board.bonus.length - board.finish;
}

/** Spaces are named by row letter and number, as in records. */
export const spaceKey = (row: string, number: number): string => `${row}${number}`;
