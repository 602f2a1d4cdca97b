/** The dice check, done again here: do seed, rolls and what this browser remembers fit together? */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { GameFacts } from "../generated/games";
import type { DiceView, Rolled, View } from "../generated/protocol";
import type { Witnessed } from "../lib/witness";

/** What does not fit; `table-dice-unfair-WHAT` is the text for it. */
export type Misfit =
  | { what: "commitment" }
  | { what: "roll"; turn: number }
  | { what: "changed" }
  | { what: "number"; seat: number };

/** The first faces of a turn, block after block of the stream. */
function facesOf(
  seed: Uint8Array,
  nonces: string[],
  turn: number,
  faces: number,
  count: number,
): number[] {
  const limit = faces * Math.floor(256 / faces);
  const found: number[] = [];
  for (let block = 0; found.length < count; block++) {
    const message = utf8ToBytes(`rowlock/1|${nonces.join(",")}|${turn}|${block}`);
    for (const byte of hmac(sha256, seed, message)) {
      if (byte < limit) found.push(1 + (byte % faces));
    }
  }
  return found.slice(0, count);
}

/** The faces in the order they are drawn: the white ones, then the colours in row order. */
function shown(layout: GameFacts, dice: DiceView): number[] {
  const colours = layout.dice.filter((die) => die in dice.colours);
  return [...dice.white, ...colours.map((die) => dice.colours[die] ?? 0)];
}

/** Does the seed, once it is shown, fit the commitment, and every roll the seed? */
export function misfitsOfSeed(
  layout: GameFacts,
  { fairness: { commitment, seed, nonces } }: View,
  rolls: Rolled[],
): Misfit[] {
  if (seed === null || nonces === null) return [];
  const bytes = hexToBytes(seed);
  if (bytesToHex(sha256(bytes)) !== commitment) return [{ what: "commitment" }];
  const wrong = rolls.find(({ turn, dice }) => {
    const faces = shown(layout, dice);
    return facesOf(bytes, nonces, turn, layout.faces, faces.length).join() !== faces.join();
  });
  return wrong ? [{ what: "roll", turn: wrong.turn }] : [];
}

interface OwnNumber {
  seat: number;
  given: string;
  used: string;
}

/** The nonces this browser gave, beside those the dice were rolled with, once these are shown. */
export function ownNumbers({ fairness, seats }: View, seen: Witnessed): OwnNumber[] {
  return seats.flatMap(({ id, yours }, at) => {
    const given = yours ? seen.nonces[id] : undefined;
    const used = fairness.nonces?.[at];
    return given === undefined || used === undefined ? [] : [{ seat: id, given, used }];
  });
}

/** Is all as this browser saw and gave it before the start? The server cannot prepare for this. */
export function misfitsOfMemory(view: View, seen: Witnessed): Misfit[] {
  const same = view.fairness.commitment === seen.commitment;
  const wrong = ownNumbers(view, seen).filter(({ given, used }) => given !== used);
  return [
    ...(same ? [] : [{ what: "changed" } as const]),
    ...wrong.map(({ seat }) => ({ what: "number", seat }) as const),
  ];
}
