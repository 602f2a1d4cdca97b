/** What rows, spaces and dice are called. */

import type { RowFacts } from "../generated/games";
import type { DiceView, RowView } from "../generated/protocol";
import { language, t } from "../lib/i18n.svelte";
import type { SpaceState } from "./marks";

const named = (row: RowFacts) => ({
  colour: row.colour ?? "mixed",
  letter: row.letter.toUpperCase(),
});

/** "red row"; as an object where a language has a form for it. */
export const rowWords = (row: RowFacts): string => t("table-row", named(row));
export const rowObject = (row: RowFacts): string => t("table-row-object", named(row));

/** "red 8"; as an object where a language has a form for it. */
export const spaceWords = (row: RowFacts, number: number): string =>
  t("table-space", { ...named(row), number });
export const spaceObject = (row: RowFacts, number: number): string =>
  t("table-space-object", { ...named(row), number });

/** The same words as the start of a sentence. */
export function sentence(words: string): string {
  return words.charAt(0).toLocaleUpperCase(language()) + words.slice(1);
}

/** "Ema, Petr and Katka" as the language joins a list. */
export function list(words: string[]): string {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(words);
}

/** "+4", "−5" with a real minus. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}

/** A total, with a real minus. */
export const points = (total: number): string => (total < 0 ? signed(total) : String(total));

/** An average of totals: "115.5", with a real minus. */
export const average = (score: number): string =>
  new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    .format(score)
    .replace("-", "−");

/** How much of something is done: "37%". */
export const percent = (share: number): string =>
  new Intl.NumberFormat(language(), { style: "percent" }).format(share);

/** A row for a screen reader; a picture of one also says what is crossed. */
export function rowLabel(layout: RowFacts, row: RowView, locked: boolean, whole: boolean): string {
  const parts = [
    t("table-row-label", { row: rowWords(layout), count: row.count, points: row.points }),
    whole && row.crossed.length > 0 ? t("table-row-crossed", { numbers: row.crossed.join(", ") }) : "",
    locked ? t("table-row-locked") : "",
  ];
  return sentence(parts.filter(Boolean).join(", "));
}

/** A space for a screen reader. */
export function spaceLabel(layout: RowFacts, space: SpaceState): string {
  const state = space.move ? (space.lucky ? "lucky" : "legal") : space.mark;
  return t("table-space-label", { space: spaceWords(layout, space.number), state });
}

/** What the dice show, for a screen reader. */
export function diceLabel(dice: DiceView, colours: string[]): string {
  const [first, second] = dice.white;
  const faces = colours.map((colour) =>
    t("table-die", { colour, face: dice.colours[colour] ?? 0 }),
  );
  return [t("table-dice-white", { first, second, sum: first + second }), ...faces].join(", ");
}
