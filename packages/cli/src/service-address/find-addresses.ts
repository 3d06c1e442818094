import type { Storage } from "@servicechat/storage";
import { isHeld } from "../database/database-lock.ts";
import type { Settings } from "../settings/settings.ts";
import { notePrefix, readAddressNote } from "./service-address.ts";
import type { ServiceAddress } from "./service-address.ts";

interface Dependencies {
  readonly storage: Pick<Storage, "keyValues">;
  readonly settings: Pick<Settings, "database">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Where the services that currently use a database are reached: at most one on SQLite. A killed one disappears: on
 * SQLite immediately, since its lock is gone, on PostgreSQL within a minute.
 */
export async function findAddresses({
  storage,
  settings: { database },
  now,
}: Dependencies): Promise<readonly ServiceAddress[]> {
  if (database.kind === "sqlite" && !isHeld(database.file)) return [];
  const notes = (await storage.keyValues.list(notePrefix)).flatMap(
    ({ value }) => readAddressNote(value) ?? [],
  );
  return database.kind === "sqlite" ? notes.slice(0, 1) : notes.filter(({ until }) => until > now());
}
