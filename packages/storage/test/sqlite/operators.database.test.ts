import { expect, test } from "vitest";
import { openSqlite } from "../../src/sqlite/index.ts";
import { putOperator, signIn } from "../suite/operator-samples.ts";
import { raceLinks, raceNames, raceOperators, raceVersions } from "../suite/operator-races.ts";
import { temporaryFolder } from "./temporary-folder.ts";

test.each([
  ["the last two owners, demoted or removed at once, leave one", raceOperators],
  ["a link that is used several times at once signs in once", raceLinks],
  ["of two changes made at once to one version of an agent, one is taken", raceVersions],
  ["people with one name, made at once, are one", raceNames],
])("%s", async (_title, race) => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  await race([storage, storage]);
});

test("of a person who was removed, nothing but the audit log is left in the raw files", async () => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  const canary = "quetzalcoatl";
  await putOperator(storage, { role: "owner" });
  const { id } = await putOperator(storage, { name: canary, displayName: `${canary} the second` });
  await storage.operators.setPassword({ id, before: null, passwordHash: `$argon2id$${canary}` });
  await signIn(storage, id, { browser: `Firefox of ${canary}` });
  const filesWith = async () =>
    Object.values(await folder.rawFiles()).filter((bytes) => bytes.includes(canary)).length;
  expect(await filesWith()).toBeGreaterThan(0);
  await storage.operators.remove({ id, at: 5 });
  expect(await filesWith()).toBe(0);
});
