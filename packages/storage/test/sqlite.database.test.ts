import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { openPreparedSqlite } from "../../../test/support/prepared-sqlite.ts";
import { storageSuite } from "./suite.ts";

let folder = "";
let opened = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "storage-"));
});

afterAll(() => rm(folder, { recursive: true }));

storageSuite("SQLite", () => {
  opened += 1;
  return openPreparedSqlite(join(folder, `${opened}.db`));
});
