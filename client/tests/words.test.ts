import { describe, expect, test } from "vitest";
import { COLOURS } from "../src/generated/games";
import { type AnyNews, type Chosen, REFUSALS } from "../src/generated/protocol";
import { CODE_LENGTH, readCode, showCode } from "../src/lib/codes";
import { hasText, t } from "../src/lib/i18n.svelte";
import { isNews } from "../src/lib/known";
import { botLine, botName, gameName, seatName } from "../src/lib/names";
import { refusalId } from "../src/lib/refusals";
import { sheetWith } from "../src/rules/examples";
import type { Mark } from "../src/table/marks";
import { endWords, isTold, newsWords, winnerWords } from "../src/table/news";
import { refusalWords } from "../src/table/why";
import * as words from "../src/table/words";
import { game, games, PASS, scene, seat } from "./making";
import { expectWords, inEveryLanguage } from "./speaking";

const REASONS = ["locks", "misses", "finish", "stopped"] as const;
const MARKS: Mark[] = ["open", "crossed", "skipped", "gone"];
const { kind, row, number, lucky, steps, landing } = PASS;
const passed: Chosen = { move: "-", kind, row, number, lucky, steps, landing, seat: 1, gain: 0, timeout: false };
const at = { version: 1, turn: 2, seat: 1 };

/** News of every type, and of every kind of choice. */
function everyNews(letter: string, number: number): AnyNews[] {
  const choices: Chosen[] = [
    passed,
    { ...passed, timeout: true },
    { ...passed, kind: "cross", move: "x", row: letter, number },
    { ...passed, kind: "cross", move: "x*", row: letter, number, lucky: true },
  ];
  return [
    { type: "rolled", ...at, dice: { white: [2, 5], colours: {} } },
    ...choices.map((choice): AnyNews => ({ type: "revealed", version: 1, turn: 2, phase: "white", choices: [choice] })),
    { type: "locked", version: 1, turn: 2, row: letter, seats: [1, 2] },
    { type: "missed", ...at, misses: 1 },
    { type: "last-round", ...at, last_turn: 9 },
    { type: "stood-in", ...at },
    { type: "taken-back", ...at },
    ...REASONS.map((reason): AnyNews => ({ type: "ended", version: 1, turn: 2, reason, winners: [] })),
  ];
}

inEveryLanguage((language) => {
  test("every refusal has words of its own", () => {
    for (const code of [...REFUSALS, "unreachable", "connection-lost"]) {
      expect(hasText(`refusal-${code}`), code).toBe(true);
      expect(refusalId(code)).toBe(`refusal-${code}`);
    }
    expect(refusalId("of-a-newer-server")).toBe("refusal-unknown");
    expectWords(t("refusal-unknown"));
  });

  test("every refusal is a sentence, at every table and whatever it is about", () => {
    for (const layout of games) {
      const facts = layout.rows[0]!;
      const sheet = sheetWith(layout, [[0, 2]]);
      for (const phase of ["roll", "white", "colour", "pawn", "over"] as const) {
        const tried = { layout, game: game({ phase }), sheet };
        for (const { number } of [facts.spaces[1]!, facts.spaces.at(-1)!]) {
          for (const code of REFUSALS) {
            const said = refusalWords(tried, { row: facts.letter, number }, code);
            expectWords(said);
            expect(said).not.toMatch(/^\p{Ll}/u);
          }
        }
        // Without a space nothing is missing either, though a sentence about one says less.
        for (const code of REFUSALS) expect(refusalWords(tried, null, code)).toMatch(/\p{L}.*\.$/u);
      }
    }
  });

  test("what has happened to a space says more than the dice", () => {
    const layout = games[0]!;
    const tried = { layout, game: game(), sheet: sheetWith(layout, [[0, 2]]) };
    const place = { row: layout.rows[0]!.letter, number: layout.rows[0]!.spaces[1]!.number };
    const said = MARKS.map((mark) => refusalWords(tried, place, "wrong-number", mark));
    said.forEach(expectWords);
    expect(new Set(said).size).toBe(MARKS.length);
  });

  test("all news have words, and all but a lone pass are told", () => {
    for (const layout of games) {
      for (const { letter, spaces } of layout.rows) {
        for (const news of everyNews(letter, spaces[0]!.number)) {
          expect(isNews(news)).toBe(true);
          expectWords(newsWords(scene(layout), news));
          expect(isTold(news)).toBe(true);
        }
      }
      for (const reason of REASONS) expectWords(endWords(layout, reason));
    }
    const alone: AnyNews = { type: "revealed", version: 1, turn: 2, phase: "colour", choices: [passed] };
    expect(isTold(alone)).toBe(false);
    expect(isTold({ ...alone, choices: [{ ...passed, timeout: true }] })).toBe(true);
  });

  test("where a pawn lands is said by the path of the board", () => {
    const layout = games.find(({ board }) => board)!;
    const table = scene(layout);
    for (const [index, space] of table.path.entries()) {
      const choice: Chosen = { ...passed, kind: "pawn", move: "+1", steps: 1, landing: index + 1 };
      const news: AnyNews = { type: "revealed", version: 1, turn: 2, phase: "pawn", choices: [choice] };
      expect(newsWords(table, news)).toContain(String(space.number));
    }
  });

  test("who won is said to one alone, to the winner, to the others, and of several", () => {
    const layout = games[0]!;
    const two = scene(layout);
    const said = [
      winnerWords(two, []),
      winnerWords(two, [1]),
      winnerWords(two, [2]),
      winnerWords(two, [1, 2]),
      winnerWords(scene(layout, 1), [1]),
    ];
    said.forEach(expectWords);
    expect(new Set(said).size).toBe(said.length);
    expect(said[3]).toMatch(/Person1.+Person2/);
  });

  test("rows, spaces and dice are told apart by their words", () => {
    for (const layout of games) {
      for (const name of [words.rowWords, words.rowObject]) {
        const rows = layout.rows.map((row) => name(row));
        rows.forEach(expectWords);
        expect(new Set(rows).size).toBe(layout.rows.length);
      }
      for (const name of [words.spaceWords, words.spaceObject]) {
        const spaces = layout.rows.flatMap((row) => row.spaces.map(({ number }) => name(row, number)));
        spaces.forEach(expectWords);
        expect(new Set(spaces).size).toBe(spaces.length);
      }
    }
    const colours = Object.keys(COLOURS);
    const faces = Object.fromEntries(colours.map((colour) => [colour, 3]));
    const label = words.diceLabel({ white: [2, 5], colours: faces }, colours);
    expectWords(label);
    expect(new Set(label.split(", ")).size).toBe(label.split(", ").length);
  });

  test("numbers are written as the language does, with a real minus", () => {
    expect([words.signed(4), words.signed(-5), words.signed(0)]).toEqual(["+4", "−5", "+0"]);
    expect([words.points(4), words.points(-5)]).toEqual(["4", "−5"]);
    expect(words.average(-1.25)).toMatch(/^−1[.,][23]$/);
    expect(words.average(115)).toBe(language === "cs" ? "115,0" : "115.0");
    expect(words.percent(0.374)).toMatch(/^37\s?%$/);
  });

  test("a sentence begins with a capital, also one with an accent", () => {
    expect(words.sentence("červená řada")).toBe("Červená řada");
    expect(words.sentence("")).toBe("");
  });

  test("every game and every bot has a name, and one that is new keeps its own", () => {
    for (const { name } of games) expect(gameName(name)).not.toBe(name);
    for (const bot of ["easy", "medium", "hard", "master", "grandmaster"]) {
      expect(botName(bot)).not.toBe(bot);
      expectWords(botLine(bot));
    }
    expect([gameName("new-game"), botName("new-bot"), botLine("new-bot")]).toEqual(["new-game", "new-bot", ""]);
  });

  test("no two seats have one name, but for open ones", () => {
    const bot = { kind: "bot", name: "", bot: "easy" } as const;
    const seats = [
      seat(1, { name: "Ema" }),
      seat(2, bot),
      seat(3, { name: "Ema" }),
      seat(4, bot),
      seat(5, { name: botName("easy") }),
      seat(6, { name: "Petr" }),
    ];
    const names = seats.map((one) => seatName(one, seats));
    expect(new Set(names).size).toBe(seats.length);
    expect([names[0], names[2], names[5]]).toEqual(["Ema 1", "Ema 2", "Petr"]);
    const open = [seat(1, { kind: "open", name: "" }), seat(2, { kind: "open", name: "" })];
    expect(new Set(open.map((one) => seatName(one, open)))).toEqual(new Set([t("seat-open")]));
  });
});

describe("codes", () => {
  const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
  const codes = Array.from({ length: 60 }, (_, n) =>
    Array.from({ length: CODE_LENGTH }, (_, at) => LETTERS[(n * 7 + at * (n + 3)) % LETTERS.length]).join(""),
  );

  test("are read as people type them", () => {
    for (const code of codes) {
      const typed = [
        code,
        code.toLowerCase(),
        showCode(code),
        `  ${showCode(code).toLowerCase()}\n`,
        [...code].join("-"),
        `${code.slice(0, 2)}_${code.slice(2, 4)}.${code.slice(4)}`,
        `http://192.168.1.7:8000/t/${code}`,
        `https://table.example/games/t/${code.toLowerCase()}/`,
        `/t/${code}?x=1#top`,
      ];
      for (const text of typed) expect(readCode(text), text).toBe(code);
    }
  });

  test("are never longer than a code, and have none but its letters", () => {
    for (const text of ["", "aeiou", "123 456", "BCDFGHJKL", "ßÇ", "žBč", "/t/"]) {
      expect(readCode(text)).toMatch(new RegExp(`^[${LETTERS}]{0,${CODE_LENGTH}}$`));
    }
    expect(readCode("BCDFGHJKL")).toBe("BCDFGH");
  });

  test("are shown so that they read back, also half of one", () => {
    for (const code of codes) {
      for (let length = 0; length <= CODE_LENGTH; length++) {
        expect(readCode(showCode(code.slice(0, length)))).toBe(code.slice(0, length));
      }
      expect(showCode(code)).toHaveLength(CODE_LENGTH + 1);
    }
  });
});
