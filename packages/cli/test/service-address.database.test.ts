import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { spawnService } from "../../../test/support/spawn-service.ts";
import type { SpawnedService } from "../../../test/support/spawn-service.ts";
import { findTestPostgres, runSql, temporaryDatabase } from "../../../test/support/test-servers.ts";
import { newOperator } from "./run-program.ts";
import type { Operator } from "./run-program.ts";

const { missing } = await findTestPostgres();

/** The address in the tag that is printed for a new key, and the notes about it. */
async function tagOf(operator: Operator, settings: Record<string, string>) {
  const given = ["key", "create", "--agent", "acme", "--allow", "www.example.com"];
  const { code, out, err } = await operator.runWith(settings, ...given);
  expect(code).toBe(0);
  return { address: /src="(\S+)\/launcher\.js"/.exec(out)?.[1], err };
}

/** Where the link leads that signs somebody in to the console. */
async function consoleOf(operator: Operator, settings: Record<string, string>) {
  const { out } = await operator.runWith(settings, "console", "link", "--operator", "ada", "--role", "owner");
  return out.slice(0, out.indexOf("#"));
}

async function about(operator: Operator, check: string, settings: Record<string, string>) {
  const { out } = await operator.runWith(settings, "doctor", "--json");
  const { findings } = JSON.parse(out) as { findings: { check: string; status: string; detail: string }[] };
  return findings
    .filter((finding) => finding.check === check)
    .map(({ status, detail }) => `${status}: ${detail}`);
}

describe("commands that only know the data directory", () => {
  const started = new AsyncDisposableStack();
  let service: SpawnedService;
  let operator: Operator;
  let folder: Record<string, string>;

  beforeAll(async () => {
    service = started.use(await spawnService({ model: { provider: "extractive" } }));
    operator = started.use(await newOperator());
    folder = { SERVICECHAT_DATA_DIR: join(service.dataDirectory, "data") };
  });
  afterAll(() => started.disposeAsync());

  const port = () => Number(new URL(service.baseUrl).port);
  const fallback = "http://localhost:8080";

  test("find the address of the service that runs there, as long as it runs", async () => {
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      expect(await tagOf(operator, folder)).toMatchObject({
        address: fallback,
        err: expect.stringContaining("No service is running on this database") as string,
      });
      await service.start();
      const own = `http://localhost:${port()}`;
      expect(await tagOf(operator, folder)).toEqual({ address: own, err: "" });
      expect(await consoleOf(operator, folder)).toBe(`${own}/console/`);
      expect(await about(operator, "console", folder)).toEqual([`ok: people sign in at ${own}/console/`]);
      expect(await about(operator, "public address", folder)).toEqual([`ok: ${own} is ready`]);
      expect((await about(operator, "settings", folder))[0]).toContain(
        `port ${port()}, as set when the running service`,
      );
      await service.end(signal);
    }
    // The note of the killed one is still there.
    using database = new DatabaseSync(join(service.dataDirectory, "data/servicechat.db"), { readOnly: true });
    const [entry] = database.prepare("select value from notes where name like 'running:%'").all();
    expect(entry?.["value"]).toContain(`"port":${port()}`);
    expect((await tagOf(operator, folder)).address).toBe(fallback);
    expect((await about(operator, "public address", folder))[0]).toContain(`nothing answers at ${fallback}`);
  });

  test("find the public address that the service was given, unless they are given another one", async () => {
    const given = { SERVICECHAT_PUBLIC_URL: "https://chat.example.com" };
    await using named = await spawnService({ model: { provider: "extractive" }, settings: given });
    await named.start();
    const data = { SERVICECHAT_DATA_DIR: join(named.dataDirectory, "data") };
    expect(await tagOf(operator, data)).toEqual({ address: "https://chat.example.com", err: "" });
    expect(await consoleOf(operator, data)).toBe("https://chat.example.com/console/");
    const ownHost = { ...data, SERVICECHAT_CONSOLE_URL: "https://console.example.com" };
    expect(await consoleOf(operator, ownHost)).toBe("https://console.example.com/console/");

    const other = { ...data, SERVICECHAT_PUBLIC_URL: "https://new.example.com" };
    const { address, err } = await tagOf(operator, other);
    expect(address).toBe("https://new.example.com");
    const doubt =
      "the service is running with the public address https://chat.example.com, but the settings here say https://new.example.com";
    expect(err).toContain(doubt);
    const { out } = await operator.runWith(other, "doctor", "--offline");
    expect(out).toContain(`warning  settings: ${doubt}`);
  });

  test("commands that check whether a database is being served do not block a start", async () => {
    for (let round = 0; round < 3; round++) {
      let isStarting = true;
      const started = service.start().finally(() => (isStarting = false));
      while (isStarting) await operator.runWith(folder, "doctor", "--offline");
      await started;
      await service.end("SIGTERM");
    }
  });
});

describe.skipIf(missing)(missing === undefined ? "on PostgreSQL" : `skipped: ${missing}`, () => {
  test("nodes are found from any folder, a killed one for at most a minute, and differing addresses are reported", async () => {
    await using database = await temporaryDatabase();
    const settings = {
      SERVICECHAT_DATABASE_URL: database.url,
      SERVICECHAT_SECRET: randomBytes(32).toString("hex"),
    };
    const model = { provider: "extractive" };
    const shared = { ...settings, SERVICECHAT_PUBLIC_URL: "https://chat.example.com" };
    await using first = await spawnService({ model, settings: shared });
    await using second = await spawnService({ model, settings: shared, key: first.key });
    await using operator = await newOperator();
    await Promise.all([first.start(), second.start()]);
    expect(await tagOf(operator, settings)).toEqual({ address: "https://chat.example.com", err: "" });

    // The one that stops cleanly removes its note; the other's remains.
    await second.end("SIGTERM");
    const entries = () => runSql(database.url, "select value from notes where name like 'running:%'");
    expect(await entries()).toHaveLength(1);
    expect((await tagOf(operator, settings)).address).toBe("https://chat.example.com");

    await using third = await spawnService({ model, settings, key: first.key });
    await third.start();
    const { err } = await tagOf(operator, settings);
    expect(err).toContain("services with different public addresses are running on this database: ");
    expect(err).toContain("https://chat.example.com");

    await first.end("SIGKILL");
    await third.end("SIGKILL");
    const [kept] = await entries();
    const { until } = JSON.parse(String(kept?.["value"])) as { until: number };
    expect(until).toBeGreaterThan(Date.now());
    expect(until).toBeLessThanOrEqual(Date.now() + 60_000);
    // As if that minute had passed.
    const past = `update notes set value = regexp_replace(value, '"until":\\d+', '"until":1') where name like 'running:%'`;
    await runSql(database.url, past);
    expect((await tagOf(operator, settings)).address).toBe("http://localhost:8080");
    await second.start();
    expect(await entries()).toHaveLength(1);
  });
});
