import { defineConfig, type Plugin } from "vite";

/**
 * Chromium compiles all functions of a file that begins so while it downloads, in a thread of its own. Otherwise it would
 * compile each at its first call, in the thread that draws: a third of the time that opening takes.
 */
const compileHint = "//# allFunctionsCalledOnLoad\n";

/** Vite wraps `import()` in what preloads the imports of the part that is wanted. Ours imports nothing that is not there. */
const plainImports: Plugin = {
  name: "plain-imports",
  transform: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: () => "export const __vitePreload = (load) => load();",
  },
};

/**
 * A browser may take a file that it could not fetch for missing as long as the page lives (whatwg/html#10327 ends that),
 * unless the address is another one. So each function that imports a later part takes an ending of the address.
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
        // The list that the wrapping had is wanted no more.
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
    rolldownOptions: {
      // Also what a part of the contract is called on the wire stands where it is used, and nowhere else.
      optimization: { inlineConst: { mode: "all" } },
      output: {
        // The first screen's file has the names of all parts in it, and of their hashes nothing can be compressed.
        chunkFileNames: "assets/[name]-[hash:6].js",
        // One file for all that the first screen needs: what it shares with parts that come later would be another.
        codeSplitting: { groups: [{ name: "chat", tags: ["$initial"] }] },
        postBanner: ({ name }) => (/^(chat|device)$/.test(name) ? compileHint : ""),
      },
    },
  },
});
