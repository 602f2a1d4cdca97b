/** Texts for the codes of refusals. */

import { hasText } from "./i18n.svelte";

/** The id of the text for a code; a newer server may have codes that this page has no words for. */
export const refusalId = (code: string): string =>
  hasText(`refusal-${code}`) ? `refusal-${code}` : "refusal-unknown";
