import { join } from "node:path";
import { defineConfig } from "vite";

const source = (name: string) => join(import.meta.dirname, "src", `${name}.ts`);

/** Plain modules for other people's bundlers. They provide the frameworks that they use. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    target: "es2022",
    minify: false,
    copyPublicDir: false,
    lib: { entry: { index: source("index"), react: source("react"), vue: source("vue") }, formats: ["es"] },
    rolldownOptions: {
      external: ["react", "vue"],
      // "use client" stays at the top of the one file that says it, which is all that it needs.
      checks: { moduleLevelDirective: false },
    },
  },
});
