/** The path of a board laid out back and forth in lines, for small pictures. */

import type { GameFacts } from "../generated/games";

export interface Stone {
  column: number;
  line: number;
  colour: string | undefined;
}

export function stonesOf(game: GameFacts, side: string, perLine: number): Stone[] {
  const path = game.board?.sides[side] ?? [];
  return path.map(({ row, number }, i) => {
    const line = Math.floor(i / perLine);
    const along = i % perLine;
    const spaces = game.rows.find(({ letter }) => letter === row)?.spaces;
    return {
      column: line % 2 === 0 ? along : perLine - 1 - along,
      line,
      colour: spaces?.find((space) => space.number === number)?.colour,
    };
  });
}
