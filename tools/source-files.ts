import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of the repository, absolute. */
export const repository = join(import.meta.dirname, "..");

/** One source file: its path from the root of the repository, with forward slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const extensions = "{ts,tsx,mts,js,mjs,css}";
const folders = ["packages/*/src", "packages/*/test", "packages/*/bin", "test", "tools", "bench", "scripts"];

/** Every source file that people write: the packages with their tests, and the files around them. */
export function readSourceFiles(): readonly SourceFile[] {
  const patterns = folders.map((folder) => `${folder}/**/*.${extensions}`);
  return globSync(patterns, {
    cwd: repository,
    exclude: ["**/node_modules/**", "**/dist/**", "**/recordings/**"],
  })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(repository, path), "utf8") }));
}
