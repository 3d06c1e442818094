import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exportedNames, recordedSurfaces, surfaceFile, surfaceOf } from "./surface.ts";

const packages = recordedSurfaces();

test("there are surfaces to compare", () => {
  expect(packages.length).toBeGreaterThan(0);
});

test.for(packages)(
  "%s exports exactly the names in its file; npm run docs accepts an intended change",
  (name) => {
    expect(surfaceOf(name)).toBe(readFileSync(surfaceFile(name), "utf8"));
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
