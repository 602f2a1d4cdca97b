import type { Settings } from "../generated/protocol";
import { t } from "../lib/i18n.svelte";
import { layoutOf } from "../table/layout";
import { sentence } from "../table/words";

/** How a table is set up, in one line. */
export function describeSettings({ variant, side, lucky, seconds, listed }: Settings): string {
  const parts = [
    side !== null && t("side-is", { side }),
    layoutOf(variant).lucky.length > 0 && t(`lucky-${lucky}-line`),
    seconds === null ? t("clock-none-line") : t("clock-seconds", { seconds }),
    listed && t("listed-short"),
  ];
  return sentence(parts.filter((part) => typeof part === "string").join(" · "));
}
