import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * What puts `axe` into a page. Half as long as what the package itself offers for that: a browser takes longer to read it
 * than to look at most pages with it.
 */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
