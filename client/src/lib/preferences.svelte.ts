/** What this browser remembers about its person: name, language, look and the game last chosen. */

export type Theme = "system" | "light" | "dark";

interface Kept {
  name: string;
  language: string | null;
  theme: Theme;
  game: string | null;
}

/** Read by `public/before-paint.js` too, which sets theme and language before the first paint. */
const KEY = "rowlock.preferences";
const NOTHING: Kept = { name: "", language: null, theme: "system", game: null };

function read(): Kept {
  try {
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return { ...NOTHING };
  }
}

export const preferences: Kept = $state(read());

const night = matchMedia("(prefers-color-scheme: dark)");

function applyTheme(): void {
  const dark = preferences.theme === "system" ? night.matches : preferences.theme === "dark";
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

/** Change something and remember it; where nothing can be kept it holds until the page is closed. */
export function prefer(change: Partial<Kept>): void {
  Object.assign(preferences, change);
  applyTheme();
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Private windows may refuse to keep anything.
  }
}

/** Follow the system's look from now on, wherever no other was chosen. */
export function followSystemTheme(): void {
  night.addEventListener("change", applyTheme);
  applyTheme();
}
