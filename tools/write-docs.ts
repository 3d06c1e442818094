import { readFileSync, writeFileSync } from "node:fs";
import { adminPage, adminTables } from "./admin-tables.ts";
import { recordedSurfaces, surfaceFile, surfaceOf } from "./surface.ts";
import { wirePage, withTables } from "./wire-tables.ts";

/** Writes everything in the repository that is generated. `npm run docs` runs it; the tests of this folder compare. */
function writeDocs(): void {
  writeFileSync(wirePage, withTables(readFileSync(wirePage, "utf8")));
  writeFileSync(adminPage, withTables(readFileSync(adminPage, "utf8"), adminTables));
  for (const name of recordedSurfaces()) writeFileSync(surfaceFile(name), surfaceOf(name));
}

if (import.meta.main) writeDocs();
