/** Parts of the page that are loaded when somebody wants to see them. */

import type { Component } from "svelte";
import { type Catalogue, loadTexts } from "./i18n.svelte";
import { reloadOnce } from "./reloading";

type Load<T> = () => Promise<T>;

/** Fail if a style sheet is none: where a browser gets something else, it only leaves it empty. */
function checkStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")) {
    if (!link.sheet?.cssRules.length) throw new Error(`no style sheet: ${link.href}`);
  }
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
