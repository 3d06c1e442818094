import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { exportedNames, surfaceOf } from "./surface.ts";

const folder = join(import.meta.dirname, "surface");
const packages = globSync("*.txt", { cwd: folder }).map((file) => basename(file, ".txt"));

// To record the surface of another package, create an empty file for it here and run with UPDATE_SURFACE=1.
if (process.env["UPDATE_SURFACE"]) {
  for (const name of packages) writeFileSync(join(folder, `${name}.txt`), surfaceOf(name));
}

test("there are surfaces to compare", () => {
  expect(packages.length).toBeGreaterThan(0);
});

test.for(packages)(
  "%s exports exactly the names in its file; UPDATE_SURFACE=1 accepts an intended change",
  (name) => {
    expect(surfaceOf(name)).toBe(readFileSync(join(folder, `${name}.txt`), "utf8"));
  },
);

test("names are found wherever they come from", () => {
  const files: Readonly<Record<string, string>> = {
    "/index.ts": `export * from "./more.ts"; export const one = 1, { two } = { two: 2 }; export type { Three } from "x";`,
    "/more.ts": `export function four() {} export interface Five {} const six = 6; export { six as seven }; const hidden = 8;`,
  };
  const names = exportedNames("/index.ts", (path) => files[path] ?? "");
  expect(names.toSorted()).toEqual(["four", "one", "seven", "two", "type Five", "type Three"]);
});

test("an entry point that re-exports a whole other package is refused", () => {
  expect(() => exportedNames("/index.ts", () => `export * from "zod";`)).toThrow(/passes on all of "zod"/);
});
