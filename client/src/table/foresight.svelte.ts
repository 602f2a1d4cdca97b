/** What a solo game comes to by perfect play: asked of the server for every action, if wanted. */

import type { Expectation, JudgedMove, NotSolved, View } from "../generated/protocol";
import { preferences } from "../lib/preferences.svelte";
import { layoutOf } from "./layout";
import type { Play } from "./play.svelte";

/** How long to wait before asking again how far the server has come with solving. */
const PAUSE = 1000;

/** Whether there can be an expectation at all: a game alone, without a board. */
export const isSolvable = ({ seats, settings }: View): boolean =>
  seats.length === 1 && seats[0]?.yours === true && layoutOf(settings.variant).board === null;

export class Foresight {
  readonly #play: Play;
  /** The last answer; that of an action before stays until the next one is there. */
  told: Expectation | NotSolved | null = $state.raw(null);

  constructor(play: Play) {
    this.#play = play;
  }

  /** Whether an expectation is to be shown; room is kept for it from then on. */
  shown: boolean = $derived.by(() => {
    const { view } = this.#play;
    return preferences.expectation && view !== null && isSolvable(view) && view.stage === "playing";
  });

  /** Whether moves have scores, or will have them soon. */
  judging: boolean = $derived.by(
    () => this.shown && (this.told?.type !== "not-solved" || this.told.why === "solving"),
  );

  /** Ask for this action, and again while the game is being solved; returns how to stop. */
  follow(seat: number, action: number): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = $state(false);
    const ask = async (): Promise<void> => {
      const answer = await this.#play.connection.ask({ type: "expect", seat, action }, () => !stopped);
      if (stopped || !answer.ok) return;
      if (answer.type !== "expectation" && answer.type !== "not-solved") return;
      this.told = answer;
      if (answer.type === "not-solved" && answer.why === "solving") {
        timer = setTimeout(() => void ask(), PAUSE);
      }
    };
    void ask();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }

  /** What is known of a move of the action due. */
  judged(move: string): JudgedMove | null {
    const { told } = this;
    if (told?.type !== "expectation" || told.action !== this.#play.game?.action) return null;
    return told.moves.find((judged) => judged.move === move) ?? null;
  }
}
