/** Which bot somebody plays against. */

import { preferences } from "./preferences.svelte";

/** Who plays for the first time should neither be bored nor lose at once. */
const FOR_NEWCOMERS = "medium";

/** The bot chosen last, if the server offers it still; `offered` is empty until that is known. */
export function usualBot(offered: readonly string[]): string {
  const wanted = preferences.bot ?? FOR_NEWCOMERS;
  if (offered.length === 0 || offered.includes(wanted)) return wanted;
  return offered.find((bot) => bot === FOR_NEWCOMERS) ?? offered[0] ?? wanted;
}
