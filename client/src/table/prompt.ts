/** What is asked of the person now: one decision, said in words. */

import type { GameFacts } from "../generated/games";
import type { GameView, YourSeat } from "../generated/protocol";
import { t } from "../lib/i18n.svelte";
import { moveWords } from "./moves";
import { nameOf, namesOf, type Scene } from "./news";

export interface Prompt {
  title: string;
  detail: string;
}

/** The seat whose sheet is shown, and whether others play on this device too. */
interface Asked {
  me: YourSeat | null;
  shared: boolean;
}

const sumOf = (game: GameView): number =>
  game.dice ? game.dice.white[0] + game.dice.white[1] : 0;

function luckyWords(me: YourSeat, sum: number): string {
  return me.moves.some((move) => move.lucky) ? t("table-lucky-now", { sum }) : "";
}

/** Whether nothing was ever crossed on this sheet: perhaps somebody plays for the first time. */
function isEmpty(scene: Scene, { seat }: YourSeat): boolean {
  const sheet = scene.seats.find(({ id }) => id === seat)?.sheet;
  return sheet?.rows.every((row) => row.count === 0) ?? false;
}

/** How to begin, what follows the white action, or what passing would cost. */
function detail(scene: Scene, game: GameView, me: YourSeat): string {
  if (game.phase !== "white") {
    return me.moves.some((move) => move.miss) ? t("table-or-miss") : t(`table-detail-${game.phase}`);
  }
  if (!me.moves.some((move) => move.kind !== "pass")) return "";
  if (isEmpty(scene, me)) return t("table-detail-first", { sum: sumOf(game) });
  const who = game.active === me.seat ? "you" : "other";
  return t("table-detail-white", { name: nameOf(scene, game.active), who });
}

function ownPrompt(scene: Scene, game: GameView, { me, shared }: Asked & { me: YourSeat }): Prompt {
  const sum = sumOf(game);
  const can = me.moves.some((move) => move.kind !== "pass");
  const words = t(`table-ask-${game.phase}`, {
    sum,
    can: String(can),
    reach: scene.layout.board?.reach ?? 0,
  });
  return {
    title: shared ? t("table-ask-named", { name: nameOf(scene, me.seat) }) : words,
    detail: luckyWords(me, sum) || (shared ? words : detail(scene, game, me)),
  };
}

function othersPrompt(scene: Scene, game: GameView): Prompt {
  const name = nameOf(scene, game.active);
  return {
    title: t(`table-watch-${game.phase}`, { name, sum: sumOf(game) }),
    detail:
      game.phase === "white" && game.waiting.length > 0
        ? t("table-waiting-for", { names: namesOf(scene, game.waiting) })
        : "",
  };
}

/** Nobody who plays is there, so nothing happens; who asks as a player is there. */
function isPaused({ seats }: Scene, { me }: Asked): boolean {
  return me === null && !seats.some((seat) => seat.kind === "person" && seat.here);
}

export function promptFor(scene: Scene, game: GameView, asked: Asked): Prompt {
  const { me } = asked;
  if (isPaused(scene, asked)) return { title: t("table-paused"), detail: t("table-paused-until") };
  if (!me?.acting || me.chosen !== null) return othersPrompt(scene, game);
  return ownPrompt(scene, game, { ...asked, me });
}

/** What was chosen and can still be changed, else who is being waited for. */
export function waitingWords(scene: Scene, game: GameView, me: YourSeat): string {
  const move = me.moves.find((move) => move.move === me.chosen);
  if (move) {
    return t("table-chosen", { move: moveWords(scene.layout, move, me.landings, game.last_turn) });
  }
  return game.waiting.length > 0 ? t("table-waiting-for", { names: namesOf(scene, game.waiting) }) : "";
}

/** What everybody should keep in mind from now on. */
export function standing(layout: GameFacts, game: GameView): string {
  if (game.last_turn !== null) {
    return t("table-last-round", { left: Math.max(0, game.last_turn - game.turn + 1) });
  }
  const left = layout.locks - game.locked.length;
  return game.locked.length > 0 && left === 1 ? t("table-one-more-lock") : "";
}
