/** How seats are marked: what each is doing, and the letter on its pawn. */

import type { GameView, SeatView } from "../generated/protocol";
import { t } from "../lib/i18n.svelte";
import { seatName } from "../lib/names";

/** What a seat is doing; `state` names its words and its sign. */
export interface Status {
  state: string;
  words: string;
}

/** Whether it is the turn of this seat. */
export const isActive = (seat: SeatView, game: GameView | null): boolean =>
  game !== null && game.phase !== "over" && game.active === seat.id;

/** What the others want to know of a seat, most pressing first. */
export function statusOf(seat: SeatView, game: GameView | null): Status[] {
  const waited = game?.waiting.includes(seat.id) ?? false;
  const all: [boolean, string][] = [
    [seat.stand_in, "stand-in"],
    [seat.kind === "person" && !seat.here && !seat.stand_in, "away"],
    [game?.phase === "roll" && isActive(seat, game), "rolling"],
    [waited, seat.kind === "bot" || seat.stand_in ? "thinking" : "choosing"],
    [seat.chosen, "chosen"],
    [seat.kind === "bot", "bot"],
  ];
  return all
    .filter(([holds]) => holds)
    .map(([, state]) => ({ state, words: t(`table-state-${state}`) }));
}

/** By seat a mark for its pawn: the initial, or a number where initials are shared. */
export function pawnMarks(seats: SeatView[]): Map<number, string> {
  const initials = seats.map((seat) => seatName(seat, seats).charAt(0).toLocaleUpperCase());
  const shared = (initial: string): boolean =>
    initials.indexOf(initial) !== initials.lastIndexOf(initial);
  return new Map(
    seats.map((seat, index) => {
      const initial = initials[index] ?? "";
      return [seat.id, shared(initial) ? String(index + 1) : initial];
    }),
  );
}

/** A pawn on the board; position 0 is the start. */
export interface PawnHere {
  id: number;
  name: string;
  mark: string;
  mine: boolean;
  position: number;
}

export function pawnsOf(seats: SeatView[]): PawnHere[] {
  const marks = pawnMarks(seats);
  return seats.map((seat) => ({
    id: seat.id,
    name: seatName(seat, seats),
    mark: marks.get(seat.id) ?? "",
    mine: seat.yours,
    position: seat.sheet?.pawn ?? 0,
  }));
}
