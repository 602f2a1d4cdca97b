import { describe, expect, test } from "vitest";
import type { GameView, MoveView } from "../src/generated/protocol";
import { coloursSums } from "../src/rules/examples";
import { moveWords } from "../src/table/moves";
import { promptFor, standing, waitingWords } from "../src/table/prompt";
import { cross, game, games, own, PASS, scene } from "./making";
import { expectWords, inEveryLanguage } from "./speaking";

const PHASES: GameView["phase"][] = ["roll", "white", "colour", "pawn", "over"];
/** The actions in which somebody may choose. */
const ACTIONS = ["white", "colour", "pawn"] as const;

const DICE = { white: [3, 4] as [number, number], colours: { r: 1 } };

inEveryLanguage(() => {
  test("whoever only watches is told of every phase of every game", () => {
    for (const layout of games) {
      for (const phase of PHASES) {
        const dice = phase === "roll" ? null : DICE;
        const { title, detail } = promptFor(scene(layout), game({ phase, dice }), { me: null, shared: false });
        expectWords(title);
        if (phase === "white") expectWords(detail);
        else expect(detail).toBe("");
      }
    }
  });

  test("whoever is to act is asked in every action, whatever can be done", () => {
    for (const layout of games) {
      const row = layout.rows[0]!;
      const number = row.spaces[2]!.number;
      const offers: MoveView[][] = [
        [PASS],
        [{ ...PASS, miss: true }],
        [cross(row.letter, number), PASS],
        [cross(row.letter, number), { ...PASS, miss: true }],
        [cross(row.letter, number, { lucky: true }), PASS],
      ];
      for (const phase of layout.board ? ACTIONS : ACTIONS.slice(0, 2)) {
        for (const moves of offers) {
          for (const crossed of [[], [[0]]]) {
            for (const shared of [false, true]) {
              for (const active of [1, 2]) {
                const asked = promptFor(scene(layout, 2, crossed), game({ phase, active }), { me: own(moves), shared });
                expectWords(asked.title);
                if (phase !== "white" || shared || moves.length > 1) expectWords(asked.detail);
              }
            }
          }
        }
      }
    }
  });

  test("white sums and names are said as they are", () => {
    const layout = games[0]!;
    const asked = { me: own([cross("r", 7), PASS]), shared: false };
    expect(promptFor(scene(layout), game(), asked).title).toContain("7");
    expect(promptFor(scene(layout), game(), { ...asked, shared: true }).title).toContain("Person1");
    const later = promptFor(scene(layout, 2, [[0]]), game({ active: 2 }), asked);
    expect(later.detail).toContain("Person2");
  });

  test("what can be crossed, and what cannot, are asked for in different words", () => {
    const layout = games.find(({ board }) => board)!;
    for (const phase of ACTIONS) {
      const [can, cannot] = [[cross("r", 7), PASS], [PASS]].map(
        (moves) => promptFor(scene(layout), game({ phase }), { me: own(moves), shared: false }).title,
      );
      expect(can).not.toBe(cannot);
    }
  });

  test("what passing would cost is said beside what can be crossed", () => {
    const layout = games[0]!;
    const [costly, free] = [true, false].map((miss) => {
      const me = own([cross("r", 7), { ...PASS, miss }]);
      return promptFor(scene(layout), game({ phase: "colour" }), { me, shared: false }).detail;
    });
    expect(costly).not.toBe(free);
  });

  test("who has chosen is told what, and of whom one waits", () => {
    const layout = games[0]!;
    const move = cross("r", 7, { skips: [2, 3], gain: 4 });
    const me = own([move, PASS], { chosen: "r7" });
    const told = waitingWords(scene(layout), game({ waiting: [2] }), me);
    expect(told).toContain(moveWords(layout, move, [], null));
    expect(waitingWords(scene(layout), game({ waiting: [2] }), own([]))).toContain("Person2");
    expect(waitingWords(scene(layout), game({ waiting: [] }), own([]))).toBe("");
    expect(promptFor(scene(layout), game({ waiting: [2] }), { me, shared: false }).detail).toContain("Person2");
  });

  test("a game that nobody is at is paused for who watches it, and never for who plays", () => {
    const away = scene(games[0]!);
    for (const seat of away.seats) seat.here = false;
    const paused = promptFor(away, game(), { me: null, shared: false });
    expectWords(paused.title);
    expectWords(paused.detail);
    const playing = promptFor(away, game(), { me: own([PASS]), shared: false });
    expect(playing.title).not.toBe(paused.title);
    const bots = away.seats.map((seat) => ({ ...seat, kind: "bot" as const, bot: "easy", here: true }));
    expect(promptFor({ ...away, seats: bots }, game(), { me: null, shared: false })).toEqual(paused);
  });

  test("the last round and the last lock but one are said as long as they hold", () => {
    for (const layout of games) {
      const words = [3, 4, 5].map((turn) => standing(layout, game({ turn, last_turn: 4 })));
      words.forEach(expectWords);
      expect(new Set(words).size).toBe(3);
      const locked = Array.from({ length: layout.locks - 1 }, (_, at) => layout.rows[at]!.letter);
      expectWords(standing(layout, game({ locked })));
      expect(standing(layout, game({ locked: [] }))).toBe("");
    }
  });

  describe("a move", () => {
    test("says its space, what it skips, wins, locks and ends, for every row of every game", () => {
      for (const layout of games) {
        for (const row of layout.rows) {
          for (const [at, { number }] of row.spaces.entries()) {
            const skips = row.spaces.slice(0, at).map((space) => space.number);
            const words = moveWords(
              layout,
              cross(row.letter, number, { skips, gain: 12, locks: row.letter, ends: true }),
              [],
              null,
            );
            expectWords(words);
            const parts = words.split("\u00a0· ");
            expect(parts).toHaveLength(skips.length > 0 ? 5 : 4);
            expect(parts[0]).toContain(String(number));
            expect(parts.at(-2)).toBe("+12");
          }
        }
      }
    });

    test("of the pawn says how far and whether it starts the last round", () => {
      const layout = games.find(({ board }) => board)!;
      const last = layout.board!.bonus.length - 1;
      const landing = { steps: 2, landing: last, row: "r", number: 5, crosses: false, refusal: null };
      const pawn: MoveView = { ...PASS, kind: "pawn", move: "+2", steps: 2, landing: last };
      const before = moveWords(layout, pawn, [landing], null);
      const during = moveWords(layout, pawn, [landing], 9);
      expectWords(before);
      expect(before).toContain("+2");
      expect(before.startsWith(during)).toBe(true);
      expect(before.length).toBeGreaterThan(during.length);
    });

    test("that is a miss says what it costs, with a real minus", () => {
      for (const layout of games) {
        const words = moveWords(layout, { ...PASS, miss: true }, [], null);
        expect(words).toContain(`−${-layout.miss_points}`);
      }
    });
  });
});

test("a colour die makes a sum with each of the white dice", () => {
  expect(coloursSums({ white: [3, 4], colours: { r: 2 } }, "r")).toEqual([5, 6]);
});
