import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  base: "/chat/",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2023",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    outDir: "dist",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // A file turned into a data: address would need a wider content security policy.
    assetsInlineLimit: 0,
  },
});
