import { describe, expect, test, vi } from "vitest";
import type { AnyNews, Chosen, MoveView, SeatView } from "../src/generated/protocol";
import type { TableConnection } from "../src/lib/connection.svelte";
import { crossingsOf, rowWith, sheetWith } from "../src/rules/examples";
import { onKey } from "../src/table/keys";
import { colourOf, isFinish, nextGain, nextSpace, pathOf, rowOf } from "../src/table/layout";
import { freshCrosses, lastCrossed, type Mark, spaceStates } from "../src/table/marks";
import { placeOf } from "../src/table/moves";
import { columnsFor, through, winding } from "../src/table/path";
import { Play } from "../src/table/play.svelte";
import { pawnMarks, statusOf } from "../src/table/seats";
import { cross, game, games, own, PASS, seat, view } from "./making";
import { expectWords, inEveryLanguage } from "./speaking";

const rows = games.flatMap((layout) => layout.rows.map((row) => ({ layout, row })));

describe("the spaces of a row", () => {
  test("left of the last cross are crossed or skipped, right of it open until the row is locked", () => {
    for (const { layout, row } of rows) {
      for (let last = -1; last < row.spaces.length; last++) {
        const crossed = [0, 3, last].filter((at) => at <= last && at >= 0);
        const known = rowWith(layout, row, crossed);
        for (const locked of [false, true]) {
          const wanted = row.spaces.map((_, at): Mark => {
            if (crossed.includes(at)) return "crossed";
            return at < last ? "skipped" : locked ? "gone" : "open";
          });
          expect(spaceStates(row, known, { locked }).map(({ mark }) => mark)).toEqual(wanted);
        }
      }
    }
  });

  test("show what may be crossed now, and no other space does", () => {
    for (const layout of games) {
      const sheet = sheetWith(layout, [[1], [0, 4]]);
      for (let sum = 2; sum <= 2 * layout.faces; sum++) {
        const moves = crossingsOf(layout, sheet, sum);
        const shown = layout.rows.flatMap((row, at) =>
          spaceStates(row, sheet.rows[at]!, { moves, selected: moves[0]! ?? null }),
        );
        expect(shown.flatMap(({ move }) => move ?? [])).toEqual(moves);
        expect(shown.filter(({ selected }) => selected)).toHaveLength(Math.min(1, moves.length));
        expect(shown.every(({ move, mark }) => !move || mark === "open")).toBe(true);
      }
    }
  });

  test("are ends where they lock the row", () => {
    for (const { layout, row } of rows) {
      const ends = spaceStates(row, rowWith(layout, row, []), {}).filter(({ end }) => end);
      expect(ends.map(({ number }) => number)).toEqual(row.spaces.slice(-row.ends).map(({ number }) => number));
    }
  });

  test("tell the last cross and the next space", () => {
    for (const { layout, row } of rows) {
      for (const [at, { number }] of row.spaces.entries()) {
        const known = rowWith(layout, row, [at]);
        expect(lastCrossed(row, known)).toBe(number);
        expect(nextSpace(row, known)).toBe(row.spaces[at + 1]?.number ?? null);
        expect(colourOf(row, number)).toBe(row.spaces[at]?.colour);
      }
      expect(lastCrossed(row, rowWith(layout, row, []))).toBeNull();
      expect(nextSpace(row, rowWith(layout, row, []))).toBe(row.spaces[0]?.number);
    }
  });
});

test("fresh crosses are those of this turn and this seat", () => {
  const chosen: Chosen = { ...cross("r", 5), seat: 1, timeout: false };
  const revealed = (turn: number, ...choices: Chosen[]): AnyNews => ({
    type: "revealed",
    version: turn,
    turn,
    phase: "white",
    choices,
  });
  const news = [
    revealed(1, { ...chosen, number: 3 }),
    revealed(2, chosen, { ...chosen, seat: 2, row: "y" }, { ...PASS, seat: 1, timeout: false }),
    revealed(2, { ...chosen, row: "g", number: 9 }),
  ];
  expect(freshCrosses(news, 2, 1)).toEqual(new Set(["r5", "g9"]));
  expect(freshCrosses(news, 3, 1)).toEqual(new Set());
});

test("what a cross adds makes up the points of a row", () => {
  for (const layout of games) {
    const gains = layout.points.map((_, count) => nextGain(layout, count));
    expect(gains.at(-1)).toBeNull();
    const all = gains.reduce<number>((sum, gain) => sum + (gain ?? 0), layout.points[0]!);
    expect(all).toBe(layout.points.at(-1));
  }
});

describe("the path of a board", () => {
  const boards = games.flatMap(({ board, ...layout }) => (board ? [{ ...layout, board }] : []));

  test("winds: each space has a spot of its own beside the one before", () => {
    for (let spaces = 1; spaces < 60; spaces++) {
      for (let columns = 1; columns <= 20; columns++) {
        const spots = winding(spaces, columns);
        expect(new Set(spots.map(({ line, column }) => `${line} ${column}`)).size).toBe(spaces);
        const steps = spots.slice(1).map(({ line, column }, at) => {
          const before = spots[at]!;
          return Math.abs(line - before.line) + Math.abs(column - before.column);
        });
        expect(steps.every((step) => step === 1)).toBe(true);
        expect(spots.every(({ column }) => column >= 0 && column < columns)).toBe(true);
      }
    }
  });

  test("a line through it has a point in the middle of every space", () => {
    expect(through(winding(3, 2))).toBe("0.5,0.5 1.5,0.5 1.5,1.5");
  });

  test("has more columns in more room, with no line of the boards half empty", () => {
    let before = 0;
    for (let room = 340; room < 2000; room += 10) {
      const columns = columnsFor(room);
      expect(columns).toBeGreaterThanOrEqual(before);
      expect(room / columns).toBeGreaterThanOrEqual(42);
      before = columns;
      for (const { board } of boards) {
        for (const side of Object.values(board.sides)) expect(side.length % columns).toBe(0);
      }
    }
    expect(before).toBe(20);
  });

  test("is the side's own, leads over spaces of the sheet, and ends in the finish", () => {
    for (const layout of boards) {
      const { board } = layout;
      for (const [side, path] of Object.entries(board.sides)) {
        expect(pathOf(board, side)).toBe(path);
        for (const { row, number } of path) {
          expect(layout.rows.find(({ letter }) => letter === row)?.spaces.map((space) => space.number)).toContain(number);
        }
        const finish = [0, ...path.map((_, at) => at + 1)].filter((landing) => isFinish(board, landing));
        expect(finish).toHaveLength(board.finish);
        expect(finish.at(-1)).toBe(path.length);
      }
      expect(pathOf(board, null)).toBe(Object.values(board.sides)[0]);
    }
  });
});

test("a move is at its own space, a pawn that crosses nothing where it lands, a pass nowhere", () => {
  const landing = { steps: 2, landing: 4, row: "g", number: 9, crosses: false, refusal: null };
  const pawn: MoveView = { ...PASS, kind: "pawn", steps: 2, landing: 4 };
  expect(placeOf(cross("r", 5), [landing])).toEqual({ row: "r", number: 5 });
  expect(placeOf(pawn, [landing])).toMatchObject({ row: "g", number: 9 });
  expect(placeOf(PASS, [landing])).toBeNull();
});

test("a game that is not known, or a row that it has not, is an error and not a wrong sheet", () => {
  expect(() => rowOf(games[0]!, "z")).toThrow("no row z");
});

inEveryLanguage(() => {
  test("pawns of one table have marks of their own", () => {
    for (const names of [["Ema", "Petr"], ["Ema", "eva", "Petr"], ["Ema", "Ema"], ["Čenda", "Ema"]]) {
      const seats = names.map((name, at) => seat(at + 1, { name }));
      const marks = [...pawnMarks(seats).values()];
      expect(new Set(marks).size).toBe(seats.length);
      expect(marks.every((mark) => [...mark].length === 1)).toBe(true);
    }
  });

  test("all that a seat can be doing has words", () => {
    const all: Partial<SeatView>[] = [
      { stand_in: true },
      { here: false },
      { chosen: true },
      { kind: "bot", bot: "easy" },
      {},
    ];
    const said = new Set<string>();
    for (const one of all) {
      for (const phase of ["roll", "white"] as const) {
        for (const { state, words } of statusOf(seat(1, one), game({ phase }))) {
          expectWords(words);
          said.add(state);
        }
      }
    }
    expect(said).toEqual(
      new Set(["stand-in", "away", "rolling", "thinking", "choosing", "chosen", "bot"]),
    );
  });
});

describe("playing by keys", () => {
  const moves = [cross("r", 5), cross("y", 5), cross("g", 9), PASS];
  const playing = () => {
    const ask = vi.fn(() => Promise.resolve({ ok: true }));
    const connection = { code: "BCDFGH", view: view(1, { yours: [own(moves)] }), ask };
    sessionStorage.clear();
    Object.assign(document, { querySelector: () => null });
    vi.stubGlobal("Element", class {});
    return { ask, play: new Play(connection as unknown as TableConnection) };
  };
  const press = (play: Play, key: string, more: Partial<KeyboardEvent> = {}): boolean => {
    const preventDefault = vi.fn();
    onKey(play, { key, target: null, preventDefault, ...more } as unknown as KeyboardEvent);
    return preventDefault.mock.calls.length > 0;
  };

  test("arrows go round all that can be crossed, in both directions", () => {
    for (const [key, order] of [["ArrowRight", ["r5", "y5", "g9", "r5"]], ["ArrowLeft", ["g9", "y5", "r5", "g9"]]] as const) {
      const { play } = playing();
      const found = order.map(() => {
        expect(press(play, key)).toBe(true);
        return play.selected?.move;
      });
      expect(found).toEqual(order);
    }
  });

  test("P passes, Escape puts back, Enter sends what is selected and nothing else", () => {
    const { ask, play } = playing();
    expect(press(play, "Enter")).toBe(false);
    expect(press(play, "P")).toBe(true);
    expect(play.selected?.kind).toBe("pass");
    expect(press(play, "Escape")).toBe(true);
    expect(play.selected).toBeNull();
    expect(ask).not.toHaveBeenCalled();
    press(play, "ArrowDown");
    press(play, "Enter");
    expect(ask).toHaveBeenCalledExactlyOnceWith(
      { type: "choose", seat: 1, action: 7, move: "r5" },
      expect.any(Function),
    );
  });

  test("keys with a modifier, and all other keys, are the browser's", () => {
    const { play } = playing();
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
      for (const key of ["p", "ArrowRight", "Enter"]) expect(press(play, key, more)).toBe(false);
    }
    for (const key of ["a", "Tab", " ", "F5"]) expect(press(play, key)).toBe(false);
    expect(play.selected).toBeNull();
  });

  test("what is selected is still selected when the page is loaded again", () => {
    const { play } = playing();
    press(play, "ArrowRight");
    expect(new Play(play.connection).selected?.move).toBe("r5");
  });
});
