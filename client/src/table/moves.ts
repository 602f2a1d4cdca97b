/** What a move is called on its button, and what would come of it. */

import type { GameFacts } from "../generated/games";
import type { LandingView, MoveView } from "../generated/protocol";
import { t } from "../lib/i18n.svelte";
import { isFinish, rowOf } from "./layout";
import { rowObject, signed, spaceObject } from "./words";

/** Where a move leads on the sheet, also when nothing is crossed there. */
export interface Place {
  row: string;
  number: number;
}

/** The space a move names: its own, or the one of the board that the pawn lands on. */
export function placeOf(move: MoveView, landings: LandingView[]): Place | null {
  if (move.row !== null && move.number !== null) return { row: move.row, number: move.number };
  return landings.find((landing) => landing.landing === move.landing) ?? null;
}

function deed(layout: GameFacts, move: MoveView, landings: LandingView[]): string {
  const place = placeOf(move, landings);
  const space = place ? spaceObject(rowOf(layout, place.row), place.number) : "";
  if (move.kind === "pass") return t("table-pass");
  if (move.kind === "pawn") return t("table-do-pawn", { steps: move.steps ?? 0, space });
  return t("table-do-cross", { space, lucky: String(move.lucky) });
}

function skipped(numbers: number[]): string {
  return numbers.length === 0
    ? ""
    : t("table-skips", { numbers: numbers.join(", "), count: numbers.length });
}

/** What a choice brings beside its cross, most welcome things last. */
function outcome(layout: GameFacts, move: MoveView, lastTurn: number | null): string[] {
  const starts =
    layout.board !== null &&
    move.landing !== null &&
    lastTurn === null &&
    isFinish(layout.board, move.landing);
  return [
    move.kind === "pawn" && move.row === null ? t("table-crosses-nothing") : "",
    skipped(move.skips),
    move.locks === null ? "" : t("table-locks", { row: rowObject(rowOf(layout, move.locks)) }),
    move.miss ? missWords(layout) : "",
    move.gain > 0 ? signed(move.gain) : "",
    starts && !move.ends ? t("table-starts-last-round") : "",
    move.ends ? t("table-ends") : "",
  ];
}

export const missWords = (layout: GameFacts): string =>
  t("table-miss-costs", { points: signed(layout.miss_points) });

/** The whole choice in words: "Cross yellow 8 · skips 7 · +4". */
export function moveWords(
  layout: GameFacts,
  move: MoveView,
  landings: LandingView[],
  lastTurn: number | null,
): string {
  return [deed(layout, move, landings), ...outcome(layout, move, lastTurn)]
    .filter(Boolean)
    .join("\u00a0· ");
}
