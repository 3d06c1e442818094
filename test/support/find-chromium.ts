import { findProgram } from "./find-program.ts";

/** The browser of the tests: `CHROMIUM_PATH`, or the first one on the path. `undefined` if there is none. */
export function findChromium(environment = process.env): string | undefined {
  return (
    environment["CHROMIUM_PATH"] ||
    findProgram(["chromium", "chromium-browser", "google-chrome"], environment)
  );
}
