/** Why something cannot be done, said with the numbers of the sheet. */

import type { GameFacts } from "../generated/games";
import type { GameView, SheetView } from "../generated/protocol";
import { t } from "../lib/i18n.svelte";
import { refusalId } from "../lib/refusals";
import { nextSpace, rowOf, rowViewOf } from "./layout";
import { lastCrossed, type Mark } from "./marks";
import type { Place } from "./moves";
import type { Play } from "./play.svelte";
import { rowWords, sentence, spaceWords } from "./words";

/** The table at which something was refused, and the sheet it was tried on. */
interface Tried {
  layout: GameFacts;
  game: GameView;
  sheet: SheetView;
}

/** What has happened to a space for good says more than what the dice show now. */
const LASTING: Partial<Record<Mark, string>> = {
  crossed: "table-why-crossed",
  skipped: "refusal-behind",
  gone: "refusal-row-locked",
};

function spaceFacts({ layout, sheet }: Tried, { row, number }: Place) {
  const facts = rowOf(layout, row);
  const crosses = rowViewOf(sheet, row);
  return {
    row: rowWords(facts),
    space: spaceWords(facts, number),
    number,
    needs: facts.needs,
    has: crosses.count,
    last: lastCrossed(facts, crosses) ?? "",
    next: nextSpace(facts, crosses) ?? "",
  };
}

const NOWHERE = { row: "", space: "", number: "", needs: 0, has: 0, last: "", next: "" };

/** The text of a refusal, for a space if it is about one. */
export function refusalWords(tried: Tried, place: Place | null, code: string, mark: Mark = "open"): string {
  const { game, layout } = tried;
  const words = t(LASTING[mark] ?? refusalId(code), {
    ...(place ? spaceFacts(tried, place) : NOWHERE),
    sum: game.dice ? game.dice.white[0] + game.dice.white[1] : 0,
    phase: game.phase,
    reach: layout.board?.reach ?? 0,
  });
  return sentence(words);
}

/** Why the choice that was sent last was refused; empty if it was not. */
export function troubleWords(
  layout: GameFacts,
  game: GameView,
  sheet: SheetView | null,
  { trouble, selected }: Play,
): string {
  if (trouble === null || sheet === null) return "";
  const { row = null, number = null } = selected ?? {};
  const place = row !== null && number !== null ? { row, number } : null;
  return refusalWords({ layout, game, sheet }, place, trouble);
}
