/** What seats and games are called. */

import type { SeatView } from "../generated/protocol";
import { hasText, t } from "./i18n.svelte";

/** A bot by its name in the person's language; one without a text keeps its own. */
export function botName(bot: string): string {
  return hasText(`bot-${bot}`) ? t(`bot-${bot}`) : bot;
}

/** How a bot plays, in one line; nothing is said of one without a text. */
export function botLine(bot: string): string {
  return hasText(`bot-${bot}-line`) ? t(`bot-${bot}-line`) : "";
}

/** The game's name; one without a text keeps its own. */
export function gameName(variant: string): string {
  return hasText(`game-${variant}`) ? t(`game-${variant}`) : variant;
}

type Named = Pick<SeatView, "kind" | "name" | "bot">;

const plainName = (seat: Named): string => {
  if (seat.kind === "open") return t("seat-open");
  return seat.kind === "bot" && seat.bot ? botName(seat.bot) : seat.name;
};

/** A name and, among others of the same name, the number that tells it apart. */
export interface NameParts {
  name: string;
  number: number | null;
}

export function nameParts(seat: SeatView, among: readonly SeatView[] = []): NameParts {
  const name = plainName(seat);
  const same = seat.kind === "open" ? [] : among.filter((other) => plainName(other) === name);
  const at = same.findIndex((other) => other.id === seat.id);
  return { name, number: same.length < 2 ? null : at + 1 };
}

/** The name of a seat, each one's own at its table. */
export function seatName(seat: SeatView, among: readonly SeatView[] = []): string {
  const { name, number } = nameParts(seat, among);
  return number === null ? name : `${name} ${number}`;
}
