import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "test/servers/global-setup.ts",
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts", "tools/**/*.test.ts"],
    // Real browsers, servers and databases share two cores: few at a time, and patient.
    maxWorkers: 3,
    // Files of one worker share what they loaded, which saves a tenth of the whole run: no module may keep what a test did.
    isolate: false,
    // Types are taken out of what threads and programs run once, not at every start of one.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/compile", import.meta.url)) },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // What only a crowded machine broke passes then, and is marked `(retry x1)`, so that it is seen and mended.
    retry: 1,
    reporters: ["default"],
  },
});
