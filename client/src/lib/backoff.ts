/** Pauses between attempts: each twice as long as the one before, up to a longest. */

const FIRST = 500;
const LONGEST = 10_000;

export class Backoff {
  #pause = FIRST;
  readonly #longest: number;

  constructor(longest = LONGEST) {
    this.#longest = longest;
  }

  /** The next pause in milliseconds, never shorter than `least`. Chance keeps pages apart that lost
   * the same server at the same moment. */
  next(least = 0): number {
    const pause = Math.max(this.#pause, least);
    this.#pause = Math.min(this.#pause * 2, this.#longest);
    return pause + (Math.random() * pause) / 2;
  }

  /** Begin again with the shortest pause, or with this one. */
  reset(pause = FIRST): void {
    this.#pause = pause;
  }

  /** Let the next pause be the longest. */
  slowDown(): void {
    this.#pause = this.#longest;
  }
}
