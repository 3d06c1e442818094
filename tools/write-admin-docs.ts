import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { adminTables } from "./admin-tables.ts";
import { repository } from "./source-files.ts";
import { withTables } from "./write-docs.ts";

/** The page about the admin API. Run this file to update it from the routes. */
export const adminPage = join(repository, "docs/admin-api.md");

if (import.meta.main) writeFileSync(adminPage, withTables(readFileSync(adminPage, "utf8"), adminTables));
