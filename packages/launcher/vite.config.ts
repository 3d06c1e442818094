import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

const source = (path: string) => join(import.meta.dirname, "src", path);

/**
 * Inserts the file names of the parts, with the hash of their content, into the launcher. A part that shared code with
 * another would have to import it, and the launcher cannot be imported, so each must be self-contained.
 */
const nameParts: Plugin = {
  name: "name-parts",
  transform: {
    filter: { id: /\/import-lazy\.ts$/ },
    handler: (code) =>
      code
        .replace(/void \w+;/g, "")
        .replace(`import("./lazy/lazy.ts")`, `import(base + "launcher/later.js" + ending)`),
  },
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const launcher = chunks.find(({ name }) => name === "launcher");
    if (!launcher) this.error("There is no launcher.");
    for (const { name, fileName, imports } of chunks) {
      if (imports.length > 0)
        this.error(`${fileName} imports ${imports.join()}; a part is given what it needs.`);
      if (name === "launcher") continue;
      if (!launcher.code.includes(`launcher/${name}.js`)) this.error(`The launcher never loads ${name}.`);
      launcher.code = launcher.code.replace(`launcher/${name}.js`, fileName);
    }
  },
};

/** One classic script, since it runs on unknown pages, and modules beside it that it loads when they are needed. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [nameParts],
  build: {
    // As a library: Vite leaves `import()` and exports unchanged.
    lib: {
      entry: { launcher: source("launcher.ts"), later: source("lazy/lazy.ts") },
      formats: ["es"],
    },
    target: "es2022",
    copyPublicDir: false,
    rolldownOptions: {
      output: {
        minify: true,
        comments: false,
        entryFileNames: ({ name }) => (name === "launcher" ? "launcher.js" : "launcher/[name]-[hash].js"),
        // Chromium then compiles everything while it downloads, not at each first call in the page's main thread.
        postBanner: ({ name }) => (name === "launcher" ? "//# allFunctionsCalledOnLoad\n(()=>{" : ""),
        postFooter: ({ name }) => (name === "launcher" ? "})()" : ""),
      },
    },
  },
});
