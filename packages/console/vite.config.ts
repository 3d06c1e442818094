import { defineConfig, type Plugin } from "vite";

/** Vite wraps `import()` in what preloads styles with it and links to them: ours are in the one sheet of the document. */
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
  // Also where tests build it, in whose environment it would be a build for its developers.
  oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
  build: {
    target: "es2023",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    outDir: "dist",
    emptyOutDir: true,
    modulePreload: false,
    // A file turned into a data: address would need a wider content security policy.
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
