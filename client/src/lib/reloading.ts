/**
 * Loading the document again where a part of it could not be loaded. That is the only way that always
 * helps: names of files change with every build, and browsers do not ask twice for a module.
 */

import { findServer } from "./api";
import { keep, readKept } from "./kept";

/** The builds for which this tab was loaded again by itself; `public/start.js` keeps them too. */
interface Reloaded {
  builds: string[];
}

const KEY = "rowlock.reloaded";

/** Note that the tab is loaded again for this build; false if it was before, or cannot be noted. */
function isFirst(build: string): boolean {
  const { builds = [] } = readKept<Reloaded>(KEY, "tab");
  return !builds.includes(build) && keep(KEY, { builds: [...builds, build] }, "tab");
}

/** Load the document again if the server answers, for without it the browser would show a page of
 * its own. False if it does not answer. */
export async function reload(): Promise<boolean> {
  const server = await findServer();
  if (server) location.reload();
  return server !== null;
}

/**
 * Load the document again by itself, once for each build that the server has. This is for a page that
 * has nothing to show yet, so that nothing is lost with it. Whether it is under way.
 */
export async function reloadOnce(): Promise<boolean> {
  const address = location.href;
  const server = await findServer();
  // Whoever has gone on meanwhile, or has begun something, is not disturbed.
  const isElsewhere = location.href !== address || document.querySelector("dialog[open]") !== null;
  if (server === null || isElsewhere || !isFirst(server.build)) return false;
  location.reload();
  return true;
}
