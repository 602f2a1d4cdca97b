/** What this browser remembers about its person: name, language, look, game and bots last chosen, hints. */

import { keep, readKept } from "./kept";

export type Theme = "system" | "light" | "dark";

interface Kept {
  name: string;
  language: string | null;
  theme: Theme;
  game: string | null;
  /** The bot last played against. */
  bot: string | null;
  /** Whether solo games show the exact expectation. */
  expectation: boolean;
}

/** Read by `public/before-paint.js` too, which sets theme and language before the first paint. */
const KEY = "rowlock.preferences";
const NOTHING: Kept = {
  name: "",
  language: null,
  theme: "system",
  game: null,
  bot: null,
  expectation: false,
};

export const preferences: Kept = $state({ ...NOTHING, ...readKept<Kept>(KEY) });

const night = matchMedia("(prefers-color-scheme: dark)");

function applyTheme(): void {
  const dark = preferences.theme === "system" ? night.matches : preferences.theme === "dark";
  const theme = dark ? "dark" : "light";
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    meta.media = meta.dataset.of === theme ? "all" : "not all";
  }
}

/** Change something and remember it. */
export function prefer(change: Partial<Kept>): void {
  Object.assign(preferences, change);
  applyTheme();
  keep(KEY, preferences);
}

/** Follow the system's look from now on, wherever no other was chosen. */
export function followSystemTheme(): void {
  night.addEventListener("change", applyTheme);
  applyTheme();
}
