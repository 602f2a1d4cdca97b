// Runs before the first paint, so that neither colours nor language change under one's eyes.
// A file of its own, because the page's policy allows no script written into the page.
// The settings are kept by src/lib/preferences.svelte.ts.
(() => {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("rowlock.preferences") ?? "{}");
  } catch {
    // No storage, or none we can read: the system decides.
  }
  const page = document.documentElement;
  const night = matchMedia("(prefers-color-scheme: dark)").matches;
  const themes = { light: "light", dark: "dark" };
  const theme = themes[kept.theme] ?? (night ? "dark" : "light");
  page.dataset.theme = theme;
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
    meta.media = meta.dataset.of === theme ? "all" : "not all";
  }

  const languages = ["en", "cs"];
  const wanted = [kept.language, ...navigator.languages].map((tag) => String(tag).split("-")[0]);
  page.lang = wanted.find((language) => languages.includes(language)) ?? "en";
})();
