/** Texts: `t(id, { name: value })` from the Fluent catalogues in the language of the person. */

import { FluentBundle, FluentResource } from "@fluent/bundle";
import { preferences } from "./preferences.svelte";

/** The languages by their own names. */
export const LANGUAGES: Record<string, string> = { en: "English", cs: "Čeština" };

/** `rules`, `privacy` and `api` are needed on pages of their own only, and loaded there. */
type Catalogue = "page" | "table" | "rules" | "privacy" | "api";

const FOLDER = "../../../src/rowlock/text";
const catalogues = import.meta.glob<string>("../../../src/rowlock/text/*/*.ftl", {
  query: "?raw",
  import: "default",
});

interface Speech {
  language: string;
  bundle: FluentBundle;
}

let speech: Speech | null = $state.raw(null);
const wanted = new Set<Catalogue>(["page", "table"]);

/** The language chosen in the settings, else the first of the browser's that we have. */
export function chosenLanguage(): string {
  const asked = [preferences.language ?? "", ...navigator.languages];
  const known = asked.map((tag) => tag.split("-")[0] ?? "").find((tag) => tag in LANGUAGES);
  return known ?? "en";
}

/** Load the catalogues of the chosen language, and speak it as soon as they are here. */
export async function loadTexts(...more: Catalogue[]): Promise<void> {
  for (const catalogue of more) wanted.add(catalogue);
  const language = chosenLanguage();
  const loads = [...wanted].map((name) => catalogues[`${FOLDER}/${language}/${name}.ftl`]?.());
  const texts = await Promise.all(loads);
  if (language !== chosenLanguage()) return; // Changed while loading: the later call speaks.
  const bundle = new FluentBundle(language, { useIsolating: false });
  for (const text of texts) bundle.addResource(new FluentResource(text ?? ""));
  speech = { language, bundle };
  document.documentElement.lang = language;
}

/** The language being spoken, for numbers and dates. */
export function language(): string {
  return speech?.language ?? "en";
}

/** Whether there is such a text, for names that the server may know before the catalogues do. */
export function hasText(id: string): boolean {
  return speech?.bundle.hasMessage(id) ?? false;
}

function complain(problem: string): void {
  if (import.meta.env.DEV) console.error(problem);
}

/** The text of this id in the person's language. */
export function t(id: string, args: Record<string, string | number> = {}): string {
  const pattern = speech?.bundle.getMessage(id)?.value;
  if (speech === null || pattern === null || pattern === undefined) {
    complain(`no text ${id} in ${language()}`);
    return `⟨${id}⟩`;
  }
  const errors: Error[] = [];
  const text = speech.bundle.formatPattern(pattern, args, errors);
  for (const error of errors) complain(`text ${id}: ${error.message}`);
  return text;
}
