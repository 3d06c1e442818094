import { join } from "node:path";
import { defineConfig } from "vite";

/** One classic script without imports or exports: it runs on pages that we know nothing about. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    target: "es2022",
    modulePreload: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: join(import.meta.dirname, "src/launcher.ts"),
      output: {
        format: "iife",
        entryFileNames: "launcher.js",
        // Chromium then compiles all of it while it downloads, not at each first call in the page's main thread.
        postBanner: "//# allFunctionsCalledOnLoad",
      },
    },
  },
});
