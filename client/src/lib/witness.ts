/**
 * What this browser saw and gave at a table before the start, by the table's code: without it the
 * check of the dice could only compare what the server says with what the server says.
 */

import type { View } from "../generated/protocol";
import { keep, readKept } from "./kept";

/** The first commitment seen, and the nonces given, by the ids of one's own seats. */
export interface Witnessed {
  commitment: string;
  nonces: Record<number, string>;
}

const KEY = "rowlock.dice";
const MOST = 50;

/** What is remembered of a table, if this browser was there before the start. */
export function recall(code: string): Witnessed | null {
  return readKept<Record<string, Witnessed>>(KEY)[code] ?? null;
}

/** Remember this of a table as the newest, and forget the oldest. */
function remember(code: string, seen: Witnessed): void {
  const { [code]: _, ...others } = readKept<Record<string, Witnessed>>(KEY);
  const newest = [...Object.entries(others), [code, seen]].slice(-MOST);
  keep(KEY, Object.fromEntries(newest));
}

/** Look at a table before the start: the first commitment counts, and seats given back do not. */
export function witness({ code, seats, fairness: { commitment } }: View): void {
  const seen = recall(code) ?? { commitment, nonces: {} };
  const own = Object.entries(seen.nonces).filter(([id]) =>
    seats.some((seat) => seat.yours && seat.id === Number(id)),
  );
  remember(code, { ...seen, nonces: Object.fromEntries(own) });
}

/** Remember the nonce of one's own seat. */
export function rememberNonce(code: string, seat: number, nonce: string): void {
  const seen = recall(code);
  if (seen) remember(code, { ...seen, nonces: { ...seen.nonces, [seat]: nonce } });
}
