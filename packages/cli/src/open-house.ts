import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createKnowledge } from "@servicechat/knowledge";
import type { Knowledge, Log } from "@servicechat/knowledge";
import { createOutbound, type Outbound } from "@servicechat/outbound";
import type { Storage } from "@servicechat/storage";
import { openSqlite } from "@servicechat/storage/sqlite";
import type { DatabaseSetting } from "./database-setting.ts";
import { makeDataFolders } from "./make-data-folders.ts";
import type { Settings } from "./settings.ts";

/** What the commands work on: the same database that the running service has open. */
export interface OpenHouse extends AsyncDisposable {
  readonly storage: Storage;
  readonly knowledge: Knowledge;
  /** How tools and crawlers ask other servers. */
  readonly outbound: Outbound;
}

interface OpenOptions {
  readonly log: Log;
  /** Whether a database that is not there, or empty, is created and set up. */
  readonly mayCreate: boolean;
}

/**
 * Opens the database and brings it up to date.
 *
 * @throws Refusal when a folder cannot be made
 * @throws StorageUnavailable when the file cannot be opened or written
 * @throws DatabaseUnfit when it is empty and may not be set up
 */
export async function openHouse(
  settings: Pick<Settings, "dataDirectory" | "database" | "allowedNetworks" | "environment">,
  { log, mayCreate }: OpenOptions,
): Promise<OpenHouse> {
  if (mayCreate) makeDataFolders(settings);
  const storage = await openStorage(settings.database, { mayCreate });
  const outbound = createOutbound({ allowedNetworks: settings.allowedNetworks });
  return {
    storage,
    outbound,
    knowledge: createKnowledge({
      knowledge: storage.knowledge,
      crawls: storage.crawls,
      vectors: storage.vectors,
      agents: storage.agents,
      clock: { wallMs: () => Date.now() },
      randomUuid: randomUUID,
      outbound,
      fetch,
      environment: settings.environment,
      log,
      wait: (ms, signal) => wait(ms, undefined, { signal }),
    }),
    async [Symbol.asyncDispose]() {
      await outbound[Symbol.asyncDispose]();
      await storage.close();
    },
  };
}

/** The same without knowledge. @throws StorageUnavailable when the file cannot be opened or written */
export async function openStorage(
  database: DatabaseSetting,
  { mayCreate }: Pick<OpenOptions, "mayCreate">,
): Promise<Storage> {
  if (database.kind === "sqlite") return openSqlite({ file: database.file, mayCreate });
  // Loaded only where it is used: it would double the memory of its small neighbour.
  const { openPostgres } = await import("@servicechat/storage/postgres");
  return openPostgres({ url: database.url, mayCreate });
}
