/** Asks under way: each gets a number, and the answer that carries it. */

import type { AnyAsk, Done, Expectation, Link, NotSolved, Refused } from "../generated/protocol";

/** What an ask can be answered with when it is not refused. */
type Told = Done | Link | Expectation | NotSolved;

/** What came of an ask. A refusal has a code; `refusal-CODE` is the text for it. */
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
  loseAll(): void {
    for (const n of [...this.#pending.keys()]) this.#settle(n, LOST);
  }

  #settle(n: number, answer: Answer): void {
    const pending = this.#pending.get(n);
    if (!pending) return;
    clearTimeout(pending.timer);
    this.#pending.delete(n);
    pending.settle(answer);
  }
}

export const LOST: Answer = {
  ok: false,
  code: "connection-lost",
  message: "the connection was lost before the server answered",
};
