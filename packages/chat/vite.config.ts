import { defineConfig, type Plugin } from "vite";

/**
 * Chromium compiles all functions of a file that starts like this while it downloads, in a separate thread. Otherwise
 * it would compile each at its first call, in the main thread: a third of the time that opening takes.
 */
const compileHint = "//# allFunctionsCalledOnLoad\n";

/** Vite wraps `import()` in code that preloads the part's imports. Ours imports nothing that has not been loaded. */
const plainImports: Plugin = {
  name: "plain-imports",
  transform: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: () => "export const __vitePreload = (load) => load();",
  },
};

/**
 * Browsers may remember a failed import by its URL as long as the page lives (whatwg/html#10327 ends that). So each
 * function that imports a lazy part takes an ending for the URL.
 */
const importAgain: Plugin = {
  name: "import-again",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      let count = 0;
      for (const chunk of chunks) {
        chunk.code = chunk.code.replaceAll(
          /\(\)=>[\w$]+\(\(\)=>import\((`\.\/[\w-]+\.js`)\),(?:\[\]|__vite__mapDeps\([^)]*\))\)/g,
          (_wrapped, file: string) => (count++, `(e="")=>import(${file}+e)`),
        );
        // The wrapper's list is no longer needed.
        chunk.code = chunk.code.replace(/^const __vite__mapDeps=.*\n+/, "");
      }
      const parts = chunks.filter(({ isDynamicEntry }) => isDynamicEntry).length;
      if (count !== parts) this.error(`Of ${parts} parts that come later, ${count} can be fetched again.`);
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: "/chat/",
  plugins: [plainImports, importAgain],
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
    rolldownOptions: {
      // Inlines the contract's wire names too, where they are used.
      optimization: { inlineConst: { mode: "all" } },
      output: {
        // The first screen's file contains the names of all parts, and their hashes cannot be compressed.
        chunkFileNames: "assets/[name]-[hash:6].js",
        // One file for everything that the first screen needs: otherwise code shared with lazy parts would be another
        // file.
        codeSplitting: { groups: [{ name: "chat", tags: ["$initial"] }] },
        postBanner: ({ name }) => (/^(chat|device)$/.test(name) ? compileHint : ""),
      },
    },
  },
});
