/** What happened at the table, in words. */

import type { GameFacts } from "../generated/games";
import type { AnyNews, Chosen, Ended, Revealed, SeatView } from "../generated/protocol";
import { t } from "../lib/i18n.svelte";
import { seatName } from "../lib/names";
import { type BoardSpace, rowOf } from "./layout";
import { list, rowWords, sentence, spaceWords } from "./words";

interface Seated {
  seats: SeatView[];
}

/** What the words need to know of the table. */
export interface Scene extends Seated {
  layout: GameFacts;
  path: readonly BoardSpace[];
}

export function nameOf(scene: Seated, id: number): string {
  const seat = scene.seats.find((seat) => seat.id === id);
  return seat ? seatName(seat, scene.seats) : "";
}

export const namesOf = (scene: Seated, ids: number[]): string =>
  list(ids.map((id) => nameOf(scene, id)));

/** What one seat did, without its name: "red 8". */
export function choiceWords(scene: Scene, choice: Chosen): string {
  const crossed = choice.row !== null && choice.number !== null;
  const landing = choice.landing === null ? undefined : scene.path[choice.landing - 1];
  const place = crossed ? { row: choice.row ?? "", number: choice.number ?? 0 } : landing;
  const space = place ? spaceWords(rowOf(scene.layout, place.row), place.number) : "";
  if (choice.kind === "pass") return t("table-did-pass", { timeout: String(choice.timeout) });
  if (choice.kind === "pawn") {
    return t("table-did-pawn", { space, steps: choice.steps ?? 0, crossed: String(crossed) });
  }
  return t("table-did-cross", { space, lucky: String(choice.lucky) });
}

/** A pass by choice; one by the clock is worth telling. */
export const isQuiet = (choice: Chosen): boolean => choice.kind === "pass" && !choice.timeout;

function revealedWords(scene: Scene, news: Revealed): string {
  const told = news.choices.filter((choice) => !isQuiet(choice));
  if (told.length === 0) return t("table-did-nothing");
  return told
    .map((choice) =>
      t("table-did", { name: nameOf(scene, choice.seat), deed: choiceWords(scene, choice) }),
    )
    .join(" · ");
}

/** Why the game is over. */
export const endWords = ({ locks, misses }: GameFacts, reason: Ended["reason"]): string =>
  t(`table-ended-${reason}`, { locks, misses });

/** Who won, the words the end begins with. */
export function winnerWords(scene: Scene, winners: number[]): string {
  const { seats } = scene;
  const [winner, ...more] = winners;
  if (winner === undefined) return t("table-end-stopped");
  if (seats.length === 1) return t("table-end-alone", { points: seats[0]?.sheet?.total ?? 0 });
  if (more.length > 0) return t("table-end-tied", { names: namesOf(scene, winners) });
  const mine = seats.filter((seat) => seat.yours);
  if (mine.length === 1 && mine[0]?.id === winner) return t("table-end-you");
  return t("table-end-won", { names: namesOf(scene, winners) });
}

/** Whether there is anything to tell: not that one seat alone did nothing. */
export const isTold = (news: AnyNews): boolean =>
  news.type !== "revealed" || news.phase === "white" || !news.choices.every(isQuiet);

/** A line of the log. */
export function newsWords(scene: Scene, news: AnyNews): string {
  switch (news.type) {
    case "rolled": {
      const [first, second] = news.dice.white;
      return t("table-news-rolled", { name: nameOf(scene, news.seat), first, second });
    }
    case "revealed":
      return revealedWords(scene, news);
    case "locked":
      return t("table-news-locked", {
        row: sentence(rowWords(rowOf(scene.layout, news.row))),
        names: namesOf(scene, news.seats),
      });
    case "missed":
      return t("table-news-missed", {
        name: nameOf(scene, news.seat),
        misses: news.misses,
        most: scene.layout.misses,
      });
    case "last-round":
      return t("table-news-last-round", { name: nameOf(scene, news.seat) });
    case "stood-in":
      return t("table-news-stood-in", { name: nameOf(scene, news.seat) });
    case "taken-back":
      return t("table-news-taken-back", { name: nameOf(scene, news.seat) });
    case "ended":
      return endWords(scene.layout, news.reason);
  }
}

/** News that everybody must have seen: a banner says them until the turn after. */
const LOUD: ReadonlySet<AnyNews["type"]> = new Set([
  "locked",
  "missed",
  "last-round",
  "stood-in",
  "taken-back",
]);

/** The loud news of this turn; until its dice have rolled, of the turn before. */
export function loudNews(news: AnyNews[], turn: number, phase: string): AnyNews[] {
  const since = phase === "roll" || phase === "white" ? turn - 1 : turn;
  return news.filter((item) => LOUD.has(item.type) && item.turn >= since);
}

/** The newest revealed action. */
export function lastReveal(news: AnyNews[]): Revealed | null {
  return news.findLast((item) => item.type === "revealed") ?? null;
}
