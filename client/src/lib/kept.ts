/** What this browser keeps, as JSON under a key: between visits, or as long as a tab is open. */

type Span = "visits" | "tab";

const storageFor = (span: Span): Storage => (span === "tab" ? sessionStorage : localStorage);

/** What was kept; nothing where there is no storage, or none that can be read. */
export function readKept<T extends object>(key: string, span: Span = "visits"): Partial<T> {
  try {
    return JSON.parse(storageFor(span).getItem(key) ?? "{}") as Partial<T>;
  } catch {
    return {};
  }
}

/** Keep this; whether it was. Private windows may refuse: then it holds until the page is closed,
 * and nothing is lost that the page needs to go on. */
export function keep(key: string, value: object, span: Span = "visits"): boolean {
  try {
    storageFor(span).setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
