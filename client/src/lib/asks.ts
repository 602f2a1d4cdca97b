/** Asks under way: each gets a number, and the answer that carries it. */

import type { AnyAsk, Refused } from "../generated/protocol";
import type { Told } from "./known";
import { UNAVAILABLE } from "./persist.svelte";

/** What came of an ask. A refusal has a code; `refusalId` names the text for it. */
export type Answer =
  | ({ ok: true } & Told)
  | { ok: false; code: string; message: string };

const PATIENCE = 8000;

interface Pending {
  settle: (answer: Answer) => void;
  timer: ReturnType<typeof setTimeout>;
}

export class Asks {
  #count = 0;
  #pending = new Map<number, Pending>();

  /** Number an ask, hand it to `send`, and wait for its answer; `late` is told when none comes. */
  make(ask: AnyAsk, send: (text: string) => void, late: () => void): Promise<Answer> {
    const n = ++this.#count;
    return new Promise((settle) => {
      const timer = setTimeout(late, PATIENCE);
      this.#pending.set(n, { settle, timer });
      send(JSON.stringify({ ...ask, n }));
    });
  }

  answer(told: Told | Refused): void {
    if (told.type === "refused") this.#settle(told.n, { ok: false, code: told.code, message: told.message });
    else this.#settle(told.n, { ok: true, ...told });
  }

  /** The connection is gone: whether these were done shows in the next view. */
  loseAll(answer: Answer): void {
    for (const n of [...this.#pending.keys()]) this.#settle(n, answer);
  }

  #settle(n: number, answer: Answer): void {
    const pending = this.#pending.get(n);
    if (!pending) return;
    clearTimeout(pending.timer);
    this.#pending.delete(n);
    pending.settle(answer);
  }
}

/** The server cannot reach its games for the moment. */
export const AWAY: Answer = { ok: false, code: UNAVAILABLE, message: "try again in a moment" };

export const LOST: Answer = {
  ok: false,
  code: "connection-lost",
  message: "the connection was lost before the server answered",
};
