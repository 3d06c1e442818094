import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The first of these programs that is on the path. `undefined`: none is. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}
