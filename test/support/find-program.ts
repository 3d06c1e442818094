import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The first of these programs that is on the path, or where systems keep them. `undefined`: none is. */
export function findProgram(names: readonly string[], environment = process.env): string | undefined {
  const folders = [...(environment["PATH"] ?? "").split(delimiter), "/usr/bin"];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}
