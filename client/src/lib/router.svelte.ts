/** Where we are: the pages by their address, links without loading anew. */

import { base } from "./base";
import { readCode } from "./codes";

type Route =
  | { page: "home" }
  | { page: "table"; code: string }
  | { page: "rules"; variant: string }
  | { page: "claim" }
  | { page: "privacy" }
  | { page: "api" }
  | { page: "nowhere" };

const ROUTES: [RegExp, (part: string) => Route][] = [
  [/^\/$/, () => ({ page: "home" })],
  [/^\/t\/([^/]+)\/?$/, (part) => ({ page: "table", code: readCode(part) })],
  [/^\/rules\/([^/]+)\/?$/, (part) => ({ page: "rules", variant: part })],
  [/^\/claim\/?$/, () => ({ page: "claim" })],
  [/^\/privacy\/?$/, () => ({ page: "privacy" })],
  [/^\/api\/?$/, () => ({ page: "api" })],
];

/** A part of an address as it was meant; null where it is no encoding of anything. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function parse(path: string): Route {
  if (!`${path}/`.startsWith(`${base}/`)) return { page: "nowhere" };
  const inside = path.slice(base.length) || "/";
  for (const [pattern, build] of ROUTES) {
    const match = pattern.exec(inside);
    const part = match && decode(match[1] ?? "");
    if (part !== null) return build(part);
  }
  return { page: "nowhere" };
}

let path = $state(location.pathname);
const route = $derived(parse(path));

/** The page to show, reactive. */
export function here(): Route {
  return route;
}

/** Go to an address of ours; `replace` leaves no way back to this one. */
export function goto(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  path = location.pathname;
  scrollTo(0, 0);
}

/** The address of a table, of the rules of a game, of what is kept here, of what is for programs. */
export const tablePath = (code: string): string => `${base}/t/${code}`;
export const rulesPath = (variant: string): string => `${base}/rules/${variant}`;
export const privacyPath = `${base}/privacy`;
export const apiPath = `${base}/api`;

function followLink(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (!link || modified || event.button !== 0 || event.defaultPrevented) return;
  if (link.origin !== location.origin || link.target || link.download) return;
  if (link.getAttribute("href")?.startsWith("#") || parse(link.pathname).page === "nowhere") return;
  event.preventDefault();
  goto(link.pathname + link.hash);
}

/** Let links and the browser's back and forward change the page without loading anew. */
export function startRouting(): void {
  document.addEventListener("click", followLink);
  addEventListener("popstate", () => (path = location.pathname));
}
