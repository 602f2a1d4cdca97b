/** Each seat's share in the dice: given by itself, once the commitment to the seed is known. */

import type { View } from "../generated/protocol";
import type { Answer } from "./asks";
import type { TableConnection } from "./connection.svelte";
import { makeNonce } from "./nonce";
import { recall, rememberNonce, witness } from "./witness";

interface Sitting {
  nonce: string;
  /** The seats one had before: the new one is none of them. */
  had: number[];
}

const ownSeats = (view: View) => view.seats.filter((seat) => seat.yours);

export class ShareInDice {
  readonly #connection: TableConnection;
  readonly #given = new Set<number>();
  #sitting: Sitting | null = null;

  constructor(connection: TableConnection) {
    this.#connection = connection;
  }

  /** Remember what can be seen before the start, and give the nonces that are still missing. */
  notice(view: View): void {
    if (view.stage === "lobby") witness(view);
    this.#findSeat(view);
    if (view.stage === "lobby") this.#give(view);
  }

  /** Sit down with a nonce; which seat it is for shows in a later view. */
  async sit(view: View, name: string): Promise<Answer> {
    const nonce = makeNonce();
    const sitting = { nonce, had: ownSeats(view).map((seat) => seat.id) };
    this.#sitting = sitting;
    const isStanding = (): boolean => this.#sitting === sitting;
    const answer = await this.#connection.ask({ type: "sit", name, nonce }, isStanding);
    // What the server could not say, the view has shown.
    return isStanding() ? answer : { ok: true, type: "done", n: 0, version: view.version };
  }

  #findSeat(view: View): void {
    const sitting = this.#sitting;
    const taken = ownSeats(view).find((seat) => sitting && !sitting.had.includes(seat.id));
    if (!sitting || !taken) return;
    this.#sitting = null;
    rememberNonce(view.code, taken.id, sitting.nonce);
  }

  #give(view: View): void {
    for (const { id, ready } of ownSeats(view)) {
      if (ready || this.#given.has(id)) continue;
      this.#given.add(id);
      // Another page of this browser may be giving one too: the server takes the first.
      const nonce = recall(view.code)?.nonces[id] ?? makeNonce();
      rememberNonce(view.code, id, nonce);
      const ask = { type: "ready", seat: id, nonce } as const;
      const isMissing = (): boolean => this.#given.has(id);
      void this.#connection.ask(ask, isMissing).then((answer) => answer.ok || this.#given.delete(id));
    }
  }
}
