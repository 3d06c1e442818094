import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { createKnowledge } from "@servicechat/knowledge";
import type { Knowledge } from "@servicechat/knowledge";
import type { Storage } from "@servicechat/storage";
import { openSqlite } from "@servicechat/storage/sqlite";
import type { Settings } from "./settings.ts";

/** What the commands work on: the same database that the running service has open. */
export interface OpenHouse extends AsyncDisposable {
  readonly storage: Storage;
  readonly knowledge: Knowledge;
}

/**
 * Opens the database, creates it when it is not there, and brings it up to date.
 *
 * @throws StorageUnavailable when the file cannot be opened or written
 */
export async function openHouse(
  settings: Pick<Settings, "dataDirectory" | "databaseFile">,
): Promise<OpenHouse> {
  for (const folder of [settings.dataDirectory, dirname(settings.databaseFile)]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  const storage = await openSqlite({ file: settings.databaseFile });
  return {
    storage,
    knowledge: createKnowledge({
      knowledge: storage.knowledge,
      clock: { wallMs: () => Date.now() },
      randomUuid: randomUUID,
    }),
    [Symbol.asyncDispose]: () => storage.close(),
  };
}
