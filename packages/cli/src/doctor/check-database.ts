import { randomUUID } from "node:crypto";
import { databaseName, isThere } from "../settings/database-setting.ts";
import { describeMissingDatabase } from "../database/missing-database.ts";
import { reasonOf } from "@servicechat/contract";
import { DatabaseFileRefused } from "@servicechat/storage";
import type { Storage } from "@servicechat/storage";
import type { Check } from "./examination.ts";
import { ok, problem } from "./finding.ts";

/** The prefix of the notes that this check writes and removes. */
const prefix = "doctor:";

/**
 * A note this old is left over from an interrupted check, even if the clocks of several machines differ. In
 * milliseconds.
 */
const abandonedMs = 3_600_000;

/** Whether the database exists, opens, is migrated and can be written. */
export const checkDatabase: Check = {
  name: "database",
  run: async ({ settings, withServices, now, isService = false }) => {
    const { database } = settings;
    const check = "database";
    const name = databaseName(database);
    if (!isThere(database)) {
      const { detail, advice } = describeMissingDatabase(settings);
      return [problem(check, `there is none ${detail}`, advice)];
    }
    try {
      // Opening it migrates it, as in every command.
      const found = await withServices(async ({ storage }) => {
        const damage = isService ? storage.damage() : await storage.examine();
        if (damage !== undefined) throw new DatabaseFileRefused(damage);
        await storage.ping();
        await tryWriting(storage, now);
        return storage.advice.map((sentence) => ok(check, sentence));
      });
      return [ok(check, `${name} opens, is up to date and is writable`), ...found];
    } catch (error) {
      if (error instanceof DatabaseFileRefused)
        return [
          problem(
            check,
            `${name} cannot be used: ${error.message}`,
            "docs/running.md, under 'A damaged database file', says what was looked at",
          ),
        ];
      const advice =
        database.kind === "sqlite"
          ? "is it the right file, can this user write to it, and is the disk full? Otherwise restore a backup"
          : "is it running, can this machine connect to it, and are the user, password and database correct?";
      return [problem(check, `${name} cannot be used: ${reasonOf(error)}`, advice)];
    }
  },
};

/** Writes a note and removes it. Its name is unique, since several checks may run at once. */
async function tryWriting({ keyValues }: Pick<Storage, "keyValues">, now: () => number): Promise<void> {
  for (const { name, value } of await keyValues.list(prefix))
    if (Number(value) < now() - abandonedMs) await keyValues.take(name);
  const note = `${prefix}${randomUUID()}`;
  const written = String(now());
  await keyValues.save(note, written);
  if ((await keyValues.take(note)) !== written) throw new Error("what was written was not saved");
}
