/** The path of a board as coloured stones, for small pictures. */

import type { GameFacts } from "../generated/games";
import { colourOf, pathOf, rowOf } from "../table/layout";
import { type Spot, winding } from "../table/path";

interface Stone extends Spot {
  colour: string;
}

/** The stones of this side (of the first, if none is named); none where there is no board. */
export function stonesOf(game: GameFacts, side: string | null, perLine: number): Stone[] {
  const path = game.board ? pathOf(game.board, side) : [];
  const spots = winding(path.length, perLine);
  return path.flatMap(({ row, number }, i) => {
    const spot = spots[i];
    return spot ? [{ ...spot, colour: colourOf(rowOf(game, row), number) }] : [];
  });
}
