import { defineConfig, mergeConfig } from "vitest/config";
import page from "./vite.config.ts";

// Tests of what needs no browser, compiled as the page is (tests/page.ts says what stands in for one).
export default mergeConfig(
  page,
  defineConfig({
    test: { include: ["tests/*.test.ts"], environment: "./tests/page.ts", mockReset: true },
  }),
);
