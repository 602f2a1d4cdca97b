/** Parts of the page that are loaded when somebody wants to see them. */

import type { Component } from "svelte";
import { base } from "./base";
import { type Catalogue, loadTexts } from "./i18n.svelte";
import { reloadOnce } from "./reloading";

type Load<T> = () => Promise<T>;

/** The style sheets of ours; what is in the page may have others. */
function ownStyles(): HTMLLinkElement[] {
  const links = document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]");
  return [...links].filter(({ href }) => href.startsWith(`${location.origin}${base}/assets/`));
}

/** Those that the document came with were there before this script, if they can be loaded at all. */
const atFirst = new Set(ownStyles());

/** Where a browser gets something else, it only leaves the sheet empty. A later one without a sheet is
 * being loaded, by a part that sees to it. */
const isNone = (link: HTMLLinkElement): boolean =>
  link.sheet ? link.sheet.cssRules.length === 0 : atFirst.has(link);

/** Fail if a style sheet is none. */
function checkStyles(): void {
  const none = ownStyles().find(isNone);
  if (none) throw new Error(`no style sheet: ${none.href}`);
}

/** What `load` gives. If it fails the document is loaded again once, and then it fails here too. */
export async function loadOrReload<T>(load: Load<T>): Promise<T> {
  try {
    const loaded = await load();
    checkStyles();
    return loaded;
  } catch (problem) {
    // The document that comes instead goes on from here.
    if (await reloadOnce()) return new Promise(() => undefined);
    throw problem;
  }
}

/** A component of its own file, together with its texts. */
export const loadPart = <Props extends Record<string, unknown>>(
  load: Load<{ default: Component<Props> }>,
  texts: Catalogue,
): Promise<Component<Props>> =>
  loadOrReload(async () => {
    const [part] = await Promise.all([load(), loadTexts(texts)]);
    return part.default;
  });
