/** What modules of the page find around them: as little of a browser as they need to be loaded. */

import type { Environment } from "vitest/runtime";

function storage(): Pick<Storage, "getItem" | "setItem" | "clear"> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, String(value)),
    clear: () => kept.clear(),
  };
}

function listening(target = new EventTarget()) {
  return {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatchEvent: target.dispatchEvent.bind(target),
  };
}

const page = {
  ...listening(),
  document: {
    ...listening(),
    hidden: false,
    documentElement: { lang: "", dataset: {} },
    querySelector: () => null,
    querySelectorAll: () => [],
  },
  location: new URL("http://table.example/"),
  localStorage: storage(),
  sessionStorage: storage(),
  matchMedia: () => ({ matches: false, ...listening() }),
};

export default {
  name: "page",
  // So that modules are compiled for a page, and what they hold is reactive.
  viteEnvironment: "client",
  setup(global: object) {
    for (const [name, value] of Object.entries(page)) {
      Object.defineProperty(global, name, { value, configurable: true, writable: true });
    }
    return { teardown: () => undefined };
  },
} satisfies Environment;
