/** The games as the page offers them. */

import type { GameFacts } from "../generated/games";

/** Those on the first page, in this order; a server knows more. */
export const OFFERED = ["original", "on-board", "longo"];

/** The sides of a game's board, none where there is no board. */
export function sidesOf(game: GameFacts): string[] {
  return Object.keys(game.board?.sides ?? {});
}
