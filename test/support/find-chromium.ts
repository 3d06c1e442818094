import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome"];

/** The browser of the tests: `CHROMIUM_PATH`, or the first one on the path. `undefined`: there is none. */
export function findChromium(environment = process.env): string | undefined {
  const given = environment["CHROMIUM_PATH"];
  if (given) return given;
  const folders = [...(environment["PATH"] ?? "").split(delimiter), "/usr/bin"];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}
