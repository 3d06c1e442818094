import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The first of these programs on the path, or where systems install them. `undefined` if there is none. */
export function findProgram(names: readonly string[], environment = process.env): string | undefined {
  const folders = [...(environment["PATH"] ?? "").split(delimiter), "/usr/bin"];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}
