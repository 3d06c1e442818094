import type { Storage } from "@servicechat/storage";
import { isHeld } from "../database/database-lock.ts";
import type { Settings } from "../settings/settings.ts";
import { notePrefix, readAddressNote } from "./service-address.ts";
import type { ServiceAddress } from "./service-address.ts";

interface Parts {
  readonly storage: Pick<Storage, "notes">;
  readonly settings: Pick<Settings, "database">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Where the services are reached that run on a database now: at most one on SQLite. One that was killed is not among them:
 * on SQLite from that moment on, since its lock is gone, on PostgreSQL within a minute.
 */
export async function findAddresses({
  storage,
  settings: { database },
  now,
}: Parts): Promise<readonly ServiceAddress[]> {
  if (database.kind === "sqlite" && !isHeld(database.file)) return [];
  const notes = (await storage.notes.list(notePrefix)).flatMap(({ value }) => readAddressNote(value) ?? []);
  return database.kind === "sqlite" ? notes.slice(0, 1) : notes.filter(({ until }) => until > now());
}
