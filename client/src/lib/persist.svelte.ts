/** Trying again for as long as the server says that it is unavailable for the moment. */

import { Backoff } from "./backoff";

/** The code of refusals that pass by themselves: the server cannot reach its games. */
export const UNAVAILABLE = "unavailable";

let waits = $state(0);
let signs = $state(0);

/** Whether something waits for a server that is unavailable. */
export const isWaiting = (): boolean => waits > 0;

/** The server has shown something of its games: whatever waits for them is tried at once. */
export const noteGames = (): void => void signs++;

interface Means<T> {
  /** How long to wait at least, in milliseconds, if trying again may help; null if it is over.
   * `again` is whether it was tried before. */
  pauseAfter: (result: T, again: boolean) => number | null;
  /** Whether anybody still wants it. A wait ends when the state that this reads says no. */
  isWanted: () => boolean;
  /** The longest pause, if it is not the usual one. */
  longest?: number;
}

/** Wait so long, or until this holds. */
async function pause(milliseconds: number, isOver: () => boolean): Promise<void> {
  let stop = (): void => undefined;
  await new Promise<void>((wake) => {
    const timer = setTimeout(wake, milliseconds);
    stop = $effect.root(() => {
      $effect(() => void (isOver() && wake()));
      return () => clearTimeout(timer);
    });
  });
  stop();
}

/** Attempt it until it succeeds or fails for good; null if nobody wants it any more. */
export async function persist<T>(
  attempt: (again: boolean) => Promise<T>,
  { pauseAfter, isWanted, longest }: Means<T>,
): Promise<T | null> {
  let result = await attempt(false);
  const backoff = new Backoff(longest);
  waits++;
  try {
    for (let least = pauseAfter(result, false); least !== null; least = pauseAfter(result, true)) {
      const seen = signs;
      if (isWanted()) await pause(backoff.next(least), () => !isWanted() || signs > seen);
      if (!isWanted()) return null;
      result = await attempt(true);
    }
    return result;
  } finally {
    waits--;
  }
}
