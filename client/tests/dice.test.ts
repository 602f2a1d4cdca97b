import { beforeEach, describe, expect, test, vi } from "vitest";
import type { AnyAsk, DiceView, Rolled, View } from "../src/generated/protocol";
import { type Answer, LOST } from "../src/lib/asks";
import type { TableConnection } from "../src/lib/connection.svelte";
import { makeNonce } from "../src/lib/nonce";
import { ShareInDice } from "../src/lib/share-in-dice";
import { recall, rememberNonce, witness } from "../src/lib/witness";
import { misfitsOfMemory, misfitsOfSeed, ownNumbers } from "../src/table/fair";
import { layoutOf } from "../src/table/layout";
import vectors from "./dice.json";
import { seat, view } from "./making";

type Vector = (typeof vectors)[number];

/** The same dice with one of them turned, for each of them. */
function turned({ white: [one, two], colours }: DiceView, faces: number): DiceView[] {
  const next = (face: number): number => (face % faces) + 1;
  const changed = Object.entries(colours).map(([die, face]) => ({ ...colours, [die]: next(face) }));
  return [
    { white: [next(one), two], colours },
    { white: [one, next(two)], colours },
    ...changed.map((colours): DiceView => ({ white: [one, two], colours })),
  ];
}

/** "w41 r3 y2" as the page is told of it. */
function diceOf(roll: string): DiceView {
  const [white = "", ...colours] = roll.split(" ");
  return {
    white: [Number(white[1]), Number(white[2])],
    colours: Object.fromEntries(colours.map((die) => [die[0] ?? "", Number(die.slice(1))])),
  };
}

const rolledIn = ({ rolls }: Vector): Rolled[] =>
  rolls.map((roll, at) => ({ type: "rolled", version: at, turn: at + 1, seat: 1, dice: diceOf(roll) }));

const over = ({ commitment, seed, nonces }: Vector): View =>
  view(99, {
    stage: "over",
    seats: nonces.map((_, at) => seat(at + 1)),
    fairness: { commitment, seed, nonces },
  });

const check = (vector: Vector, seen = over(vector), rolls = rolledIn(vector)) =>
  misfitsOfSeed(layoutOf(vector.variant), seen, rolls);

/** Another hex number of the same length. */
const other = (hex: string): string => (hex.startsWith("0") ? "1" : "0") + hex.slice(1);

const nameOf = ({ variant, nonces }: Vector): string => `${variant} for ${nonces.length}`;
const named = vectors.map((vector) => [nameOf(vector), vector] as const);

test.each(named)("the dice of %s are those that Python rolled", (_, vector) => {
  expect(rolledIn(vector).length).toBeGreaterThan(3);
  expect(check(vector)).toEqual([]);
});

describe("rolls do not fit", () => {
  test("another commitment or another seed", () => {
    for (const vector of vectors) {
      const { fairness, ...rest } = over(vector);
      for (const wrong of [
        { ...fairness, commitment: other(vector.commitment) },
        { ...fairness, seed: other(vector.seed) },
      ]) {
        const found = check(vector, { ...rest, fairness: wrong });
        expect(found, nameOf(vector)).toEqual([{ what: "commitment" }]);
      }
    }
  });

  test("a nonce that was changed, added or left out", () => {
    for (const vector of vectors) {
      const { fairness, ...rest } = over(vector);
      const [first = "", ...others] = vector.nonces;
      for (const nonces of [[other(first), ...others], [first, ...others, "-"], others]) {
        const found = check(vector, { ...rest, fairness: { ...fairness, nonces } });
        expect(found, nameOf(vector)).toEqual([{ what: "roll", turn: expect.any(Number) }]);
      }
    }
  });

  test("when any die of any of them is turned", () => {
    for (const vector of vectors) {
      const rolls = rolledIn(vector);
      for (const [at, rolled] of rolls.entries()) {
        for (const dice of turned(rolled.dice, layoutOf(vector.variant).faces)) {
          const found = check(vector, over(vector), rolls.with(at, { ...rolled, dice }));
          expect(found, nameOf(vector)).toEqual([{ what: "roll", turn: at + 1 }]);
        }
      }
    }
  });

  test("when they are said to be of other turns", () => {
    for (const vector of vectors) {
      const late = rolledIn(vector).map((rolled) => ({ ...rolled, turn: rolled.turn + 1 }));
      expect(check(vector, over(vector), late), nameOf(vector)).toHaveLength(1);
    }
  });
});

test("nothing can be checked while seed and nonces are secret", () => {
  for (const vector of vectors) {
    const fairness = { commitment: vector.commitment, seed: null, nonces: null };
    expect(check(vector, view(3, { fairness }))).toEqual([]);
  }
});

describe("what this browser saw and gave", () => {
  const vector = vectors.find(({ nonces }) => nonces.length > 2) ?? vectors[0]!;
  const end = over(vector);
  const [given = ""] = vector.nonces;
  const seen = { commitment: vector.commitment, nonces: { 1: given } };

  test("fits when all is the same", () => {
    expect(misfitsOfMemory(end, seen)).toEqual([]);
    expect(ownNumbers(end, seen)).toEqual([{ seat: 1, given, used: given }]);
  });

  test("a commitment that was exchanged is found, though seed and rolls fit it", () => {
    expect(misfitsOfMemory(end, { ...seen, commitment: other(seen.commitment) })).toEqual([
      { what: "changed" },
    ]);
  });

  test("a number that was exchanged is found, though the rolls fit it", () => {
    const mine = { ...seen, nonces: { 1: other(given) } };
    expect(misfitsOfMemory(end, mine)).toEqual([{ what: "number", seat: 1 }]);
  });

  test("numbers go with seats, in whatever order those sit", () => {
    const turned = { ...end, seats: end.seats.toReversed() };
    expect(misfitsOfMemory(turned, seen)).toEqual([{ what: "number", seat: 1 }]);
  });

  test("of others' seats nothing is claimed", () => {
    const all = Object.fromEntries(vector.nonces.map((nonce, at) => [at + 1, other(nonce)]));
    expect(misfitsOfMemory(end, { ...seen, nonces: { ...all, 1: given } })).toEqual([]);
  });
});

describe("remembering", () => {
  const lobby = (code: string, commitment: string, seats = [seat(1), seat(2)]): View =>
    view(1, { code, stage: "lobby", seats, fairness: { commitment, seed: null, nonces: null } });

  beforeEach(() => localStorage.clear());

  test("the first commitment counts, whatever is told later", () => {
    witness(lobby("BCDFGH", "first"));
    witness(lobby("BCDFGH", "second"));
    expect(recall("BCDFGH")).toEqual({ commitment: "first", nonces: {} });
  });

  test("the number of a seat that was given back is forgotten, and others are kept", () => {
    const both = [seat(1), seat(2, { yours: true })];
    witness(lobby("BCDFGH", "c", both));
    rememberNonce("BCDFGH", 1, "one");
    rememberNonce("BCDFGH", 2, "two");
    witness(lobby("BCDFGH", "c", both));
    expect(recall("BCDFGH")?.nonces).toEqual({ 1: "one", 2: "two" });
    witness(lobby("BCDFGH", "c", [seat(1, { yours: false }), seat(2, { yours: true })]));
    expect(recall("BCDFGH")?.nonces).toEqual({ 2: "two" });
  });

  test("a number without a commitment seen before is not kept: it could prove nothing", () => {
    rememberNonce("BCDFGH", 1, "one");
    expect(recall("BCDFGH")).toBeNull();
  });

  test("of many tables the ones seen last are kept", () => {
    for (let n = 0; n < 60; n++) witness(lobby(`T${n}`, String(n)));
    witness(lobby("T15", "again"));
    witness(lobby("NEW", "new"));
    expect(recall("T9")).toBeNull();
    expect(recall("T10")).toBeNull();
    expect(recall("T11")?.commitment).toBe("11");
    expect(recall("T15")?.commitment).toBe("15");
    expect(recall("NEW")?.commitment).toBe("new");
  });

  test("where nothing can be kept, nothing fails", () => {
    const full = vi.spyOn(localStorage, "setItem").mockImplementation(() => {
      throw new Error("full");
    });
    witness(lobby("BCDFGH", "c"));
    full.mockRestore();
    expect(recall("BCDFGH")).toBeNull();
  });
});

describe("a share in the dice", () => {
  const DONE: Answer = { ok: true, type: "done", n: 1, version: 2 };
  let asked: AnyAsk[] = [];
  let answer: Answer = DONE;
  const connection = {
    ask: (ask: AnyAsk) => {
      asked.push(ask);
      return Promise.resolve(answer);
    },
  } as unknown as TableConnection;
  const lobby = (...seats: ReturnType<typeof seat>[]): View =>
    view(1, { stage: "lobby", seats, fairness: { commitment: "c", seed: null, nonces: null } });

  beforeEach(() => {
    localStorage.clear();
    asked = [];
    answer = DONE;
  });

  test("is given once for each own seat that has none yet, and is remembered", () => {
    const share = new ShareInDice(connection);
    const table = lobby(
      seat(1, { ready: false }),
      seat(2, { ready: false, yours: true }),
      seat(3, { ready: false, yours: false }),
      seat(4, { ready: true, yours: true }),
    );
    share.notice(table);
    share.notice(table);
    expect(asked.map((ask) => "seat" in ask && ask.seat)).toEqual([1, 2]);
    const given = asked.map((ask) => ("nonce" in ask ? ask.nonce : ""));
    expect(Object.values(recall("BCDFGH")?.nonces ?? {})).toEqual(given);
    expect(new Set(given).size).toBe(2);
  });

  test("that was lost is given again, and it is the same one", async () => {
    const share = new ShareInDice(connection);
    answer = LOST;
    share.notice(lobby(seat(1, { ready: false })));
    await Promise.resolve();
    share.notice(lobby(seat(1, { ready: false })));
    expect(asked).toHaveLength(2);
    expect(asked[1]).toEqual(asked[0]);
  });

  test("is never given once the game has begun", () => {
    const begun = { ...lobby(seat(1, { ready: false })), stage: "playing" as const };
    new ShareInDice(connection).notice(begun);
    expect(asked).toEqual([]);
    expect(recall("BCDFGH")).toBeNull();
  });

  test("of who sits down is remembered for the seat that shows in a later view", async () => {
    const share = new ShareInDice(connection);
    const before = lobby(seat(1), seat(2, { yours: false }));
    share.notice(before);
    await share.sit(before, "Ema");
    share.notice(lobby(seat(1), seat(2, { yours: false }), seat(3, { yours: true })));
    const [ask] = asked;
    expect(recall("BCDFGH")?.nonces).toEqual({ 3: ask && "nonce" in ask ? ask.nonce : "" });
  });

  test("is 32 hex digits, another one each time", () => {
    const made = Array.from({ length: 100 }, makeNonce);
    expect(made.filter((nonce) => /^[0-9a-f]{32}$/.test(nonce))).toHaveLength(100);
    expect(new Set(made).size).toBe(100);
  });
});
