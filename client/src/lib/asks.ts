/** Asks under way: each gets a number, and the answer that carries it. */

import type { AnyAsk, Refused } from "../generated/protocol";
import type { Told } from "./known";
import { UNAVAILABLE } from "./persist.svelte";

/** What came of an ask. A refusal has a code, and `refusalId` names the text for it; null if there is
 * nothing to say, for nobody wants it any more. */
export type Answer =
  | ({ ok: true } & Told)
  | { ok: false; code: string | null; message: string };

/** Longer than a server waits for its games before it says that it cannot reach them. */
const PATIENCE = 15_000;

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
export const AWAY = { ok: false, code: UNAVAILABLE, message: "try again in a moment" } satisfies Answer;

/** The table has changed meanwhile, or the person has gone on. */
export const GIVEN_UP: Answer = { ok: false, code: null, message: "nobody waits for it any more" };

export const LOST = {
  ok: false,
  code: "connection-lost",
  message: "the connection was lost before the server answered",
} satisfies Answer;
