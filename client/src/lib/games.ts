/** The games as the page offers them. */

import { GAMES, type GameFacts } from "../generated/games";

/** Those on the first page, in this order; a server knows more. */
export const OFFERED = ["original", "on-board", "longo"];

/** What a game is made of. The server names only games that both sides know. */
export function factsOf(variant: string): GameFacts {
  const facts = GAMES[variant];
  if (!facts) throw new Error(`no game ${variant}`);
  return facts;
}

/** The sides of a game's board, none where there is no board. */
export function sidesOf(game: GameFacts): string[] {
  return Object.keys(game.board?.sides ?? {});
}
