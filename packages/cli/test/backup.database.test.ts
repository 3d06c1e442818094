import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CommandContext } from "../src/command-context.ts";
import { writeBackup } from "../src/commands/write-backup.ts";
import type { Services } from "../src/open-services.ts";
import { readSettings } from "../src/settings/settings.ts";
import { newOperator } from "./run-program.ts";

const taken = /^The file .*copy\.db already exists, and a backup never overwrites a file\.$/;

test("an existing file name is refused before the database is opened, and the file is unchanged", async () => {
  await using operator = await newOperator();
  await operator.write("copy.db", "somebody's file");
  await mkdir(join(operator.folder, "data"));
  await operator.write("data/servicechat.db", "no database, and never looked at");

  const { code, err } = await operator.run("backup", "copy.db");

  expect(code).toBe(1);
  expect(err.trimEnd()).toMatch(taken);
  expect(readFileSync(join(operator.folder, "copy.db"), "utf8")).toBe("somebody's file");
});

test("a file that somebody creates while the backup is written is not replaced, and no copy is left", async () => {
  await using operator = await newOperator();
  await operator.run("migrate");
  const file = join(operator.folder, "copy.db");
  const backup = async (copy: string) => {
    writeFileSync(copy, "the copy");
    writeFileSync(file, "somebody's file");
  };
  const context = {
    folder: operator.folder,
    settings: () => readSettings({}, operator.folder),
    withServices: (work: (services: Services) => Promise<unknown>) =>
      work({ storage: { backup } } as unknown as Services),
  } as CommandContext;

  await expect(writeBackup(context)("copy.db", {})).rejects.toThrow(taken);

  expect(readFileSync(file, "utf8")).toBe("somebody's file");
  expect(readdirSync(operator.folder).filter((name) => name.startsWith("copy.db"))).toEqual(["copy.db"]);
});
