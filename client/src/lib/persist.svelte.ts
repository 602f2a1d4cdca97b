/** Trying again for as long as the server says that it is unavailable for the moment. */

import { Backoff } from "./backoff";

/** The code of refusals that pass by themselves: the server cannot reach its games. */
export const UNAVAILABLE = "unavailable";

let waits = $state(0);

/** Whether something waits for a server that is unavailable. */
export const isWaiting = (): boolean => waits > 0;

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((wake) => setTimeout(wake, milliseconds));

interface Means<T> {
  /** How long to wait at least, in milliseconds, if trying again may help; null if it is over. */
  pauseAfter: (result: T) => number | null;
  /** Whether anybody still wants it. */
  isWanted: () => boolean;
}

/** Attempt it until it succeeds, fails for good, or is not wanted any more; the last result. */
export async function persist<T>(attempt: (again: boolean) => Promise<T>, means: Means<T>): Promise<T> {
  let result = await attempt(false);
  if (means.pauseAfter(result) === null || !means.isWanted()) return result;
  const backoff = new Backoff();
  waits++;
  try {
    for (let pause = means.pauseAfter(result); pause !== null; pause = means.pauseAfter(result)) {
      await sleep(backoff.next(pause));
      if (!means.isWanted()) break;
      result = await attempt(true);
    }
  } finally {
    waits--;
  }
  return result;
}
