import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * The script that puts `axe` into a page. Half as long as the one that the package offers: a browser takes longer to
 * parse that than to check most pages.
 */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
