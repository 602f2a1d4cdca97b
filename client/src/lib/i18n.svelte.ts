/** Texts: `t(id, { name: value })` from the Fluent catalogues in the language of the person. */

import { FluentBundle, FluentResource } from "@fluent/bundle";
import { prefer, preferences } from "./preferences.svelte";

/** The languages by their own names. */
export const LANGUAGES: Record<string, string> = { en: "English", cs: "Čeština" };

/** `rules`, `privacy` and `api` are needed on pages of their own only, and loaded there. */
export type Catalogue = "page" | "table" | "rules" | "privacy" | "api";

const FOLDER = "../../../src/rowlock/text";
const catalogues = import.meta.glob<string>(
  ["../../../src/rowlock/text/*/*.ftl", "!../../../src/rowlock/text/*/loading.ftl"],
  { query: "?raw", import: "default" },
);
/** What can be said when nothing else could be loaded. */
const builtIn = import.meta.glob<string>("../../../src/rowlock/text/*/loading.ftl", {
  query: "?raw",
  import: "default",
  eager: true,
});

interface Speech {
  language: string;
  bundle: FluentBundle;
}

/** The language chosen in the settings, else the first of the browser's that we have. */
export function chosenLanguage(): string {
  const asked = [preferences.language ?? "", ...navigator.languages];
  const known = asked.map((tag) => tag.split("-")[0] ?? "").find((tag) => tag in LANGUAGES);
  return known ?? "en";
}

/** All texts that are here, by where they come from. */
const texts: Record<string, string> = { ...builtIn };
/** What is to be there in the language that is spoken. */
const needed = new Set<Catalogue>(["page", "table"]);

const pathOf = (language: string, name: Catalogue): string => `${FOLDER}/${language}/${name}.ftl`;

/** As much of a language as is here. */
function speechIn(language: string): Speech {
  const bundle = new FluentBundle(language, { useIsolating: false });
  for (const [path, text] of Object.entries(texts)) {
    if (path.startsWith(`${FOLDER}/${language}/`)) bundle.addResource(new FluentResource(text));
  }
  return { language, bundle };
}

let speech: Speech = $state.raw(speechIn(chosenLanguage()));
/** The language asked for last. */
let wish = chosenLanguage();

async function load(language: string, names: Iterable<Catalogue>): Promise<void> {
  const missing = [...names].map((name) => pathOf(language, name)).filter((path) => !(path in texts));
  await Promise.all(missing.map(async (path) => (texts[path] = (await catalogues[path]?.()) ?? "")));
}

function say(language: string): void {
  speech = speechIn(language);
  document.documentElement.lang = language;
}

/** Have these catalogues beside those that are there; fails if one cannot be loaded. */
export async function loadTexts(...more: Catalogue[]): Promise<void> {
  const language = chosenLanguage();
  await load(language, [...needed, ...more]);
  for (const name of more) needed.add(name);
  if (language === chosenLanguage()) say(language);
  else await loadTexts(...more); // Another language was chosen meanwhile.
}

/** Speak this language from now on. If it cannot be loaded this fails, and nothing has changed. */
export async function speak(language: string): Promise<void> {
  wish = language;
  await load(language, needed);
  if (wish !== language) return; // Another one was asked for meanwhile.
  await load(language, needed); // Another page may have been opened meanwhile.
  prefer({ language });
  say(language);
}

/** The language being spoken, for numbers and dates. */
export function language(): string {
  return speech.language;
}

/** Whether there is such a text, for names that the server may know before the catalogues do. */
export function hasText(id: string): boolean {
  return speech.bundle.hasMessage(id);
}

function complain(problem: string): void {
  if (import.meta.env.DEV) console.error(problem);
}

/** The text of this id in the person's language. */
export function t(id: string, args: Record<string, string | number> = {}): string {
  const pattern = speech.bundle.getMessage(id)?.value;
  if (pattern === null || pattern === undefined) {
    complain(`no text ${id} in ${language()}`);
    return `⟨${id}⟩`;
  }
  const errors: Error[] = [];
  const text = speech.bundle.formatPattern(pattern, args, errors);
  for (const error of errors) complain(`text ${id}: ${error.message}`);
  return text;
}
