import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

// The languages lie beside the Python code, which uses them too.
const text = fileURLToPath(new URL("../src/rowlock/text", import.meta.url));

export default defineConfig({
  plugins: [svelte()],
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
