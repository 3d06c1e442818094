import { databaseName, isThere } from "../settings/database-setting.ts";
import { describeMissingDatabase } from "../database/missing-database.ts";
import { reasonOf } from "@servicechat/contract";
import type { Check } from "./examination.ts";
import { ok, problem } from "./finding.ts";

/** Under this name the doctor writes something and takes it back. */
const note = "doctor";

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
        const written = String(now());
        await storage.notes.save(note, written);
        if ((await storage.notes.take(note)) !== written) throw new Error("what was written was not saved");
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
