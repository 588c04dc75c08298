import { defineConfig } from "vitest/config";
import { SlowFirst } from "./test/support/slow-first.js";

export default defineConfig({
  resolve: {
    alias: [
      { find: /^dagrade$/, replacement: new URL("./src/index.ts", import.meta.url).pathname },
      { find: /^dagrade\/testing$/, replacement: new URL("./src/testing.ts", import.meta.url).pathname },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    // most tests wait for a server or a browser: more workers than cores
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    execArgv: ["--max-semi-space-size=32"],
    isolate: false,
    reporters: [["default", { summary: false }], "./test/support/closing-line.ts"],
  },
});
