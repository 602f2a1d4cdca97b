/** The dice check, done again here: does the seed fit the commitment, and every roll the seed? */

import type { GameFacts } from "../generated/games";
import type { DiceView, Fairness, Rolled } from "../generated/protocol";

export type Verdict =
  | { fair: true; rolls: number }
  | { fair: false; turn: number | null }
  | { fair: null };

const utf8 = new TextEncoder();

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function toHex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The first faces of a turn, block after block of the stream. */
async function facesOf(
  key: CryptoKey,
  nonces: string[],
  turn: number,
  faces: number,
  count: number,
): Promise<number[]> {
  const limit = faces * Math.floor(256 / faces);
  const found: number[] = [];
  for (let block = 0; found.length < count; block++) {
    const message = utf8.encode(`rowlock/1|${nonces.join(",")}|${turn}|${block}`);
    const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
    for (const byte of bytes) if (byte < limit) found.push(1 + (byte % faces));
  }
  return found.slice(0, count);
}

/** The faces in the order they are drawn: the white ones, then the colours in row order. */
function shown(layout: GameFacts, dice: DiceView): number[] {
  const colours = layout.dice.filter((die) => die in dice.colours);
  return [...dice.white, ...colours.map((die) => dice.colours[die] ?? 0)];
}

export async function checkDice(
  layout: GameFacts,
  { commitment, seed, nonces }: Fairness,
  rolls: Rolled[],
): Promise<Verdict> {
  // Browsers offer this on safe pages only: not on plain http in a home network.
  if (!crypto.subtle || seed === null || nonces === null) return { fair: null };
  const bytes = fromHex(seed);
  if (toHex(await crypto.subtle.digest("SHA-256", bytes)) !== commitment) {
    return { fair: false, turn: null };
  }
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, hmac, false, ["sign"]);
  for (const { turn, dice } of rolls) {
    const seen = shown(layout, dice);
    const due = await facesOf(key, nonces, turn, layout.faces, seen.length);
    if (due.join() !== seen.join()) return { fair: false, turn };
  }
  return { fair: true, rolls: rolls.length };
}
