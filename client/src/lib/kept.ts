/** What this browser keeps between visits, as JSON under a key. */

/** What was kept; nothing where there is no storage, or none that can be read. */
export function readKept<T extends object>(key: string): Partial<T> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<T>;
  } catch {
    return {};
  }
}

/** Private windows may refuse to keep anything: then it holds until the page is closed. */
export function keep(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing is lost that the page needs to go on.
  }
}
