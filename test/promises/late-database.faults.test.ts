import { describe, expect, test } from "vitest";
import { startFaultProxy } from "../harness/fault-proxy.ts";
import { spawnService } from "../support/spawn-service.ts";
import { findTestPostgres, temporaryDatabase } from "../support/test-servers.ts";
import { ask } from "../support/visitor.ts";

const { missing } = await findTestPostgres();
const waits = "the database cannot be reached yet";

/** A service that is set up, and whose database nobody reaches until the network is restored. */
async function startOnLateDatabase() {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await temporaryDatabase());
  const url = new URL(database.url);
  const network = stack.use(await startFaultProxy({ host: url.hostname, port: Number(url.port || 5432) }));
  url.host = `127.0.0.1:${network.port}`;
  const service = stack.use(
    await spawnService({
      model: { provider: "extractive" },
      settings: { SERVICECHAT_DATABASE_URL: url.href },
    }),
  );
  network.set({ refuse: true });
  // A start that ends rejects; what it says is looked at in the log.
  const started = service.start();
  started.catch(() => undefined);
  await expect.poll(() => service.log()).toContain(waits);
  const kept = stack.move();
  return { service, network, started, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

describe.skipIf(missing !== undefined)(
  `a start whose PostgreSQL is not reachable yet${missing ? ` (${missing})` : ""}`,
  () => {
    test("waits for it, says so once, and then serves", async () => {
      await using late = await startOnLateDatabase();
      late.network.set({});
      await late.started;
      expect((await ask(late.service, "hello")).response.status).toBe(200);
      expect(late.service.log().split(waits)).toHaveLength(2);
    });

    test("ends cleanly when it is stopped meanwhile", async () => {
      await using late = await startOnLateDatabase();
      expect((await late.service.end("SIGTERM")).code).toBe(0);
    });

    test("ends with the name of the database and the reason if it never comes", async () => {
      await using late = await startOnLateDatabase();
      await expect(late.started).rejects.toThrow(/The database postgres:\S+ cannot be used: .*ECONNRESET/);
    });
  },
);
