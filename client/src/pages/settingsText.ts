import type { Settings } from "../generated/protocol";
import { factsOf } from "../lib/games";
import { t } from "../lib/i18n.svelte";

/** How a table is set up, in one line. */
export function describeSettings({ variant, side, lucky, seconds, listed }: Settings): string {
  const parts = [
    side !== null && t("side-is", { side }),
    factsOf(variant).lucky.length > 0 && t(`lucky-${lucky}`),
    seconds === null ? t("clock-none") : t("clock-seconds", { seconds }),
    listed && t("listed-short"),
  ];
  return parts.filter((part) => typeof part === "string").join(" · ");
}
