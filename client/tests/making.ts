/** Tables for tests, as the server would tell of them. */

import { type GameFacts, GAMES } from "../src/generated/games";
import type { GameView, MoveView, SeatView, View, YourSeat } from "../src/generated/protocol";
import { sheetWith } from "../src/rules/examples";
import { pathOf } from "../src/table/layout";
import type { Scene } from "../src/table/news";

export const games: GameFacts[] = Object.values(GAMES);

export function seat(id: number, more: Partial<SeatView> = {}): SeatView {
  return {
    id,
    kind: "person",
    name: `Person${id}`,
    bot: null,
    yours: id === 1,
    creator: id === 1,
    here: true,
    ready: true,
    chosen: false,
    absent: false,
    stand_in: false,
    votes: 0,
    votes_needed: 0,
    pick: null,
    sheet: null,
    ...more,
  };
}

export function scene(layout: GameFacts, seats = 2, crossed: number[][] = []): Scene {
  const sheet = sheetWith(layout, crossed);
  return {
    layout,
    path: layout.board ? pathOf(layout.board, null) : [],
    seats: Array.from({ length: seats }, (_, at) => seat(at + 1, { sheet })),
  };
}

export function game(more: Partial<GameView> = {}): GameView {
  return {
    turn: 3,
    phase: "white",
    action: 7,
    active: 1,
    dice: { white: [3, 4], colours: { r: 1, y: 2, g: 3, b: 4 } },
    dice_in_play: ["r", "y", "g", "b"],
    locked: [],
    waiting: [1, 2],
    last_turn: null,
    clock: null,
    reason: null,
    winners: null,
    ...more,
  };
}

export const PASS: MoveView = {
  move: "-",
  kind: "pass",
  row: null,
  number: null,
  lucky: false,
  steps: null,
  landing: null,
  skips: [],
  gain: 0,
  locks: null,
  ends: false,
  miss: false,
};

export const cross = (row: string, number: number, more: Partial<MoveView> = {}): MoveView => ({
  ...PASS,
  move: `${row}${number}`,
  kind: "cross",
  row,
  number,
  ...more,
});

export function own(moves: MoveView[], more: Partial<YourSeat> = {}): YourSeat {
  return { seat: 1, acting: true, moves, chosen: null, closed: {}, landings: [], ...more };
}

export function view(version: number, more: Partial<View> = {}): View {
  return {
    type: "view",
    version,
    code: "BCDFGH",
    stage: "playing",
    settings: {
      variant: "original",
      side: null,
      lucky: "dealt",
      clock: "none",
      seconds: null,
      listed: false,
      autopass: false,
      autostart: false,
    },
    creator: true,
    most_seats: 5,
    seats: [seat(1), seat(2)],
    yours: [],
    game: game(),
    fairness: { commitment: "", seed: null, nonces: null },
    rematch: null,
    deletion: null,
    news: [],
    ...more,
  };
}
