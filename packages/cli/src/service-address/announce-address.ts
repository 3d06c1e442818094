import { randomUUID } from "node:crypto";
import type { Log } from "@servicechat/server";
import type { Storage } from "@servicechat/storage";
import type { Settings } from "../settings/settings.ts";
import { notePrefix, readAddressNote } from "./service-address.ts";
import type { AddressNote } from "./service-address.ts";

/** How long a silent node counts as running, in milliseconds: its note is renewed three times in that time. */
const believedMs = 60_000;

interface Dependencies {
  readonly storage: Pick<Storage, "keyValues">;
  readonly settings: Pick<Settings, "database" | "publicUrl" | "host" | "port">;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Stores the service's address in the database, for commands. If that fails, the service runs anyway. */
export interface AddressAnnouncement extends AsyncDisposable {
  /** Call this once the service listens. */
  begin(): Promise<void>;
  /** Extends the time for which the note is trusted; `undefined` where a lock on the database shows that a service runs. */
  readonly renew: (() => Promise<void>) | undefined;
}

/** Removes the notes of services that did not stop cleanly. Nothing is written before the announcement begins. */
export async function prepareAnnouncement({
  storage: { keyValues },
  settings: { database, publicUrl, host, port },
  log,
  now,
}: Dependencies): Promise<AddressAnnouncement> {
  const isAlone = database.kind === "sqlite";
  const name = `${notePrefix}${isAlone ? "this" : randomUUID()}`;
  /** Resolves once every note has been saved. */
  let saving: Promise<unknown> = Promise.resolve();

  async function forgetGone(): Promise<void> {
    for (const note of await keyValues.list(notePrefix))
      if ((readAddressNote(note.value)?.until ?? 0) < now()) await keyValues.take(note.name);
  }

  async function save(): Promise<void> {
    const note: AddressNote = { publicUrl, host, port, until: isAlone ? 0 : now() + believedMs };
    const saved = keyValues.save(name, JSON.stringify(note));
    saving = Promise.allSettled([saving, saved]);
    await saved;
  }

  const attempt = (deed: Promise<unknown>) =>
    deed.catch((err: unknown) => log.debug({ err }, "the service's location could not be recorded"));

  await attempt(forgetGone());
  return {
    async begin() {
      await attempt(save());
    },
    renew: isAlone ? undefined : save,
    async [Symbol.asyncDispose]() {
      // Otherwise it could be saved, over another connection, after its removal, and stay.
      await saving;
      await attempt(keyValues.take(name));
    },
  };
}
