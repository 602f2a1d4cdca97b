/** Tables to be: from choices on the page to what the server takes. */

import type { GameFacts } from "../generated/games";
import type { NewSeat, NewTable } from "../generated/protocol";
import { sidesOf } from "../lib/games";

const OPPONENTS = 2;

/** How many of whom: people at this device, seats for friends, bots. */
interface Company {
  people: string[];
  friends: number;
  bots: number;
  bot: string;
}

export interface Wishes extends Company {
  side: string | null;
  lucky: "dealt" | "chosen";
  clock: "none" | "relaxed" | "quick";
  listed: boolean;
  autopass: boolean;
}

function seatsFor({ people, friends, bots, bot }: Company): NewSeat[] {
  return [
    ...people.map((name): NewSeat => ({ kind: "me", name })),
    ...Array.from({ length: friends }, (): NewSeat => ({ kind: "open" })),
    ...Array.from({ length: bots }, (): NewSeat => ({ kind: "bot", bot })),
  ];
}

/** The side of the board one plays on unless one asks for another. */
export function firstSide(game: GameFacts): string | null {
  return sidesOf(game)[0] ?? null;
}

/** A table that starts at once: one person and a few bots of a kind. */
export function againstBots(game: GameFacts, name: string, bot: string): NewTable {
  const opponents = Math.min(OPPONENTS, game.seats - 1);
  const company = { people: [name], friends: 0, bots: opponents, bot };
  return { variant: game.name, seats: seatsFor(company), side: firstSide(game), start: true };
}

/** A table as wished; with nobody to wait for it starts at once. */
export function tableFor(game: GameFacts, wishes: Wishes): NewTable {
  const { side, lucky, clock, listed, autopass } = wishes;
  const start = wishes.friends === 0 && lucky === "dealt";
  return { variant: game.name, seats: seatsFor(wishes), side, lucky, clock, listed, autopass, start };
}
