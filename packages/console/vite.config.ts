import { defineConfig, type Plugin } from "vite";

/**
 * Vite wraps `import()` in code that preloads styles and links to them, but all our styles are in the document's one
 * sheet.
 */
const plainImports: Plugin = {
  name: "plain-imports",
  transform: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: () => "export const __vitePreload = (load) => load();",
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  plugins: [plainImports],
  // Even if tests build it: in their environment it would otherwise be a development build.
  oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
  build: {
    target: "es2023",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    outDir: "dist",
    emptyOutDir: true,
    modulePreload: false,
    // Inlining a file as a data: URL would need a wider content security policy.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        chunkFileNames: "assets/[name]-[hash:6].js",
        codeSplitting: { groups: [{ name: "console", tags: ["$initial"] }] },
      },
    },
  },
});
