import { databaseName, isThere } from "../database-setting.ts";
import { reasonOf } from "../reason-of.ts";
import type { Check } from "./examination.ts";
import { ok, problem } from "./finding.ts";

/** Under this name the doctor writes something and takes it back. */
const note = "doctor";

/** The database opens, is up to date, and takes a write. One that is not there is not made. */
export const checkDatabase: Check = {
  name: "database",
  look: async ({ settings: { database }, inHouse, now }) => {
    const check = "database";
    const name = databaseName(database);
    if (!isThere(database)) return [ok(check, "not there yet; the first start makes it")];
    try {
      // Opening brings it up to date, as every command does.
      await inHouse(async ({ storage }) => {
        await storage.ping();
        const written = String(now());
        await storage.notes.save(note, written);
        if ((await storage.notes.take(note)) !== written) throw new Error("what was written was not kept");
      });
      return [ok(check, `${name} opens, is up to date and takes a write`)];
    } catch (error) {
      const advice =
        database.kind === "sqlite"
          ? "is it the right file, may this user write it, and is the disk full? Otherwise restore a backup"
          : "does it run, may this machine connect to it, and are user, password and database right?";
      return [problem(check, `${name} cannot be used: ${reasonOf(error)}`, advice)];
    }
  },
};
