import { randomUUID } from "node:crypto";
import { databaseName, isThere } from "../settings/database-setting.ts";
import { describeMissingDatabase } from "../database/missing-database.ts";
import { reasonOf } from "@servicechat/contract";
import type { Storage } from "@servicechat/storage";
import type { Check } from "./examination.ts";
import { ok, problem } from "./finding.ts";

/** So begin the names of the notes that are written and taken back. */
const prefix = "doctor:";

/** After this long, a note is left from an interrupted check, whatever the clocks of several machines show. In milliseconds. */
const abandonedMs = 3_600_000;

/** The database is there, opens, is up to date, and takes a write. */
export const checkDatabase: Check = {
  name: "database",
  look: async ({ settings, withServices, now }) => {
    const { database } = settings;
    const check = "database";
    const name = databaseName(database);
    if (!isThere(database)) {
      const { detail, advice } = describeMissingDatabase(settings);
      return [problem(check, `there is none ${detail}`, advice)];
    }
    try {
      // Opening brings it up to date, as every command does.
      const found = await withServices(async ({ storage }) => {
        await storage.ping();
        await tryWriting(storage, now);
        return storage.advice.map((sentence) => ok(check, sentence));
      });
      return [ok(check, `${name} opens, is up to date and is writable`), ...found];
    } catch (error) {
      const advice =
        database.kind === "sqlite"
          ? "is it the right file, may this user write it, and is the disk full? Otherwise restore a backup"
          : "is it running, can this machine connect to it, and are the user, password and database correct?";
      return [problem(check, `${name} cannot be used: ${reasonOf(error)}`, advice)];
    }
  },
};

/** Writes a note and takes it back. Its name is its own: others may look at the same time. */
async function tryWriting({ notes }: Pick<Storage, "notes">, now: () => number): Promise<void> {
  for (const { name, value } of await notes.list(prefix))
    if (Number(value) < now() - abandonedMs) await notes.take(name);
  const note = `${prefix}${randomUUID()}`;
  const written = String(now());
  await notes.save(note, written);
  if ((await notes.take(note)) !== written) throw new Error("what was written was not saved");
}
