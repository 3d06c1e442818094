import { randomUUID } from "node:crypto";
import type { Log } from "@servicechat/server";
import type { Storage } from "@servicechat/storage";
import type { Settings } from "../settings/settings.ts";
import { notePrefix, readAddressNote } from "./service-address.ts";
import type { AddressNote } from "./service-address.ts";

/** So long a node that says nothing more is believed to run, in milliseconds. */
const believedMs = 60_000;
/** A note that could not be renewed twice is still renewed in time. */
const renewMs = believedMs / 3;

interface Parts {
  readonly storage: Pick<Storage, "notes">;
  readonly settings: Pick<Settings, "database" | "publicUrl" | "host" | "port">;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Says in the database where a service is reached, for commands. That it cannot is no reason not to serve. */
export interface AddressAnnouncement extends AsyncDisposable {
  /** To be called once it listens. */
  begin(): Promise<void>;
}

/** Forgets what services said that did not stop properly. Nothing is said before the announcement begins. */
export async function prepareAnnouncement({
  storage: { notes },
  settings: { database, publicUrl, host, port },
  log,
  now,
}: Parts): Promise<AddressAnnouncement> {
  const isAlone = database.kind === "sqlite";
  const name = `${notePrefix}${isAlone ? "this" : randomUUID()}`;
  let timer: NodeJS.Timeout | undefined;

  async function forgetGone(): Promise<void> {
    for (const note of await notes.list(notePrefix))
      if ((readAddressNote(note.value)?.until ?? 0) < now()) await notes.take(note.name);
  }

  async function say(): Promise<void> {
    const note: AddressNote = { publicUrl, host, port, until: isAlone ? 0 : now() + believedMs };
    await notes.save(name, JSON.stringify(note));
  }

  const attempt = (deed: Promise<unknown>) =>
    deed.catch((err: unknown) => log.debug({ err }, "the service's location could not be recorded"));

  await attempt(forgetGone());
  return {
    async begin() {
      await attempt(say());
      // The lock on a SQLite database tells by itself that a service runs.
      if (!isAlone) timer = setInterval(() => void attempt(say()), renewMs).unref();
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await attempt(notes.take(name));
    },
  };
}
