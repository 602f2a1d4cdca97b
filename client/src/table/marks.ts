/** How each space of a sheet is to be drawn: what has happened to it, and what may happen now. */

import type { AnyNews, MoveView, RowView } from "../generated/protocol";
import type { RowFacts } from "../generated/games";
import { spaceKey } from "./layout";

/** `gone`: never crossed and never to be, in a row locked for all. */
export type Mark = "crossed" | "skipped" | "gone" | "open";

export interface SpaceState {
  index: number;
  number: number;
  colour: string;
  mark: Mark;
  /** One of the last spaces, which lock the row. */
  end: boolean;
  move: MoveView | null;
  lucky: boolean;
  selected: boolean;
  fresh: boolean;
}

export interface RowMoment {
  locked?: boolean;
  moves?: MoveView[];
  selected?: MoveView | null;
  fresh?: ReadonlySet<string>;
}

function markOf(row: RowView, locked: boolean, index: number, number: number): Mark {
  if (row.crossed.includes(number)) return "crossed";
  if (index < row.reach) return "skipped";
  return locked ? "gone" : "open";
}

const isAt = (move: MoveView | null, row: string, number: number): boolean =>
  move !== null && move.row === row && move.number === number;

/** The spaces of a row at this moment, from left to right. */
export function spaceStates(layout: RowFacts, row: RowView, moment: RowMoment): SpaceState[] {
  const { locked = false, moves = [], selected = null, fresh } = moment;
  const firstEnd = layout.spaces.length - layout.ends;
  return layout.spaces.map(({ number, colour }, index) => {
    const here = moves.filter((move) => isAt(move, layout.letter, number));
    return {
      index,
      number,
      colour,
      mark: markOf(row, locked, index, number),
      end: index >= firstEnd,
      move: here[0] ?? null,
      lucky: here.some((move) => move.lucky),
      selected: isAt(selected, layout.letter, number),
      fresh: fresh?.has(spaceKey(layout.letter, number)) ?? false,
    };
  });
}

/** What a seat crossed in this turn, as keys of spaces. */
export function freshCrosses(news: AnyNews[], turn: number, seat: number): Set<string> {
  const keys = new Set<string>();
  for (const item of news) {
    if (item.type !== "revealed" || item.turn !== turn) continue;
    for (const choice of item.choices) {
      if (choice.seat === seat && choice.row !== null && choice.number !== null) {
        keys.add(spaceKey(choice.row, choice.number));
      }
    }
  }
  return keys;
}

/** The last number crossed in a row, counted from the left; null for an empty row. */
export function lastCrossed(layout: RowFacts, row: RowView): number | null {
  const crossed = layout.spaces.filter(({ number }) => row.crossed.includes(number));
  return crossed.at(-1)?.number ?? null;
}
