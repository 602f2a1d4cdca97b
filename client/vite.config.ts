import { FluentBundle, FluentResource } from "@fluent/bundle";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type HtmlTagDescriptor, type Plugin } from "vite";

// The languages lie beside the Python code, which uses them too.
const text = fileURLToPath(new URL("../src/rowlock/text", import.meta.url));

/** What `public/start.js` says in a language when nothing of the page could be loaded. */
function notice(lang: string): HtmlTagDescriptor {
  const bundle = new FluentBundle(lang);
  bundle.addResource(new FluentResource(readFileSync(`${text}/${lang}/loading.ftl`, "utf-8")));
  const say = (id: string): string => bundle.formatPattern(bundle.getMessage(id)?.value ?? "");
  const children = [
    { tag: "h1", children: say("page-missing") },
    { tag: "button", attrs: { class: "button primary" }, children: say("try-again") },
  ];
  const main = { tag: "main", attrs: { class: "notice" }, children };
  return { tag: "template", attrs: { lang }, children: [main], injectTo: "body" };
}

const notices: Plugin = {
  name: "notices",
  transformIndexHtml: () =>
    readdirSync(text, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
      .map((entry) => notice(entry.name)),
};

export default defineConfig({
  plugins: [svelte(), notices],
  // The server writes the path the page is under into it (server/web/files.py).
  base: "./",
  build: {
    outDir: "../src/rowlock/server/page",
    emptyOutDir: true,
    // A picture written into a style sheet or a module would need `data:` in the page's policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: {
    fs: { allow: [".", text] },
    proxy: { "^/api/": { target: "http://127.0.0.1:8000", ws: true } },
  },
});
