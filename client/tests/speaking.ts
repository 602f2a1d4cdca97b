/** Texts in tests: each language in turn, and that nothing is missing in what is said. */

import { afterEach, beforeEach, describe, expect, vi } from "vitest";
import { LANGUAGES, speak } from "../src/lib/i18n.svelte";

/** The same tests in every language. A text that is missing, or not told something, fails them. */
export function inEveryLanguage(tests: (language: string) => void): void {
  describe.each(Object.keys(LANGUAGES))("in %s", (language) => {
    beforeEach(async () => {
      vi.spyOn(console, "error").mockImplementation((problem) => {
        throw new Error(String(problem));
      });
      await speak(language);
    });
    afterEach(() => void vi.restoreAllMocks());
    tests(language);
  });
}

/** These are words: something is said, and nothing in it is a leftover of how it was made. */
export function expectWords(words: string): void {
  expect(words).toMatch(/\p{L}|\d/u);
  expect(words).not.toMatch(/[{}⟨⟩$]|undefined|null|NaN|\[object|  /);
}
