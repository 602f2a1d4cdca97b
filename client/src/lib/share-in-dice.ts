/** Each seat's share in the dice: given by itself, once the commitment to the seed is known. */

import type { View } from "../generated/protocol";
import type { TableConnection } from "./connection.svelte";
import { makeNonce } from "./nonce";

export class ShareInDice {
  readonly #given = new Set<number>();

  /** Give the nonces of one's own seats that the server does not have yet. */
  give(connection: TableConnection, view: View): void {
    if (view.stage !== "lobby") return;
    for (const seat of view.seats) {
      if (!seat.yours || seat.ready || this.#given.has(seat.id)) continue;
      this.#given.add(seat.id);
      const ask = { type: "ready", seat: seat.id, nonce: makeNonce() } as const;
      void connection.ask(ask).then((answer) => answer.ok || this.#given.delete(seat.id));
    }
  }
}
