import { expect, test } from "vitest";
import { checkDatabase } from "../src/doctor/check-database.ts";
import { openServices } from "../src/open-services.ts";
import { readSettings } from "../src/settings/settings.ts";
import { newOperator } from "./run-program.ts";

test("several doctors can check the database at once, and no note remains, even after an interruption", async () => {
  await using operator = await newOperator();
  const settings = readSettings({}, operator.folder);
  await using services = await openServices(settings, { log: { warn: () => {} }, mayCreate: true });
  const { keyValues } = services.storage;
  await keyValues.save("doctor:interrupted", "0");
  let waiting = 0;
  const { promise: bothWrote, resolve } = Promise.withResolvers<void>();
  const save: typeof keyValues.save = async (name, value) => {
    await keyValues.save(name, value);
    if (++waiting === 2) resolve();
    await bothWrote;
  };
  const storage = { ...services.storage, keyValues: { ...keyValues, save } };
  const look = () =>
    checkDatabase.run({
      settings,
      withServices: (work) => work({ ...services, storage }),
      address: {
        publicUrl: settings.publicUrl,
        host: "localhost",
        port: 8080,
        from: "setting",
        running: [],
      },
      now: () => Date.now(),
    });

  const found = await Promise.all([look(), look()]);

  for (const findings of found)
    expect(findings).toContainEqual(expect.objectContaining({ check: "database", status: "ok" }));
  expect(await keyValues.list("doctor")).toEqual([]);
});
