import { describe, expect, test } from "vitest";
import { startModelServer } from "../support/model-server.ts";
import { missingForCluster, spawnCluster } from "../support/spawn-cluster.ts";
import { spawnService } from "../support/spawn-service.ts";
import { runSql, temporaryDatabase } from "../support/test-servers.ts";
import { hear, post } from "../support/visitor.ts";

const missing = await missingForCluster();

describe.skipIf(missing !== undefined)(
  `Promise 14: a stop without a database exits with 0 in time${missing ? ` (${missing})` : ""}`,
  () => {
    test("while it is down, and running replies are told that they can be retried", async () => {
      await using two = await spawnCluster();
      two.model.answer(() => ["The first half", { wait: 1_000 }, " and the second."]);
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const reply = hear(await post(two.a, "go"), ({ event }) => event === "text" && begin());
      await begun;
      two.postgresNetwork.set({ refuse: true });
      two.postgresNetwork.cut();

      const { code } = await two.a.end("SIGTERM");

      expect(code).toBe(0);
      expect((await reply).events.at(-1)).toMatchObject({ event: "error", data: { retryable: true } });
    });

    test("while something waits for it that may take a minute", async () => {
      await using model = await startModelServer();
      await using database = await temporaryDatabase();
      await using service = await spawnService({
        model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
        settings: { SERVICECHAT_DATABASE_URL: database.url },
        demo: true,
      });
      // The first start reads the demo's documents. The lock ends with the database, if not before.
      const stuck = "begin; lock table documents in exclusive mode; select pg_sleep(60); commit";
      runSql(database.url, stuck).catch(() => undefined);
      await service.start();
      const waiting = "select from pg_locks where relation = 'documents'::regclass and not granted";
      await expect.poll(() => runSql(database.url, waiting)).not.toEqual([]);

      const { code, log } = await service.end("SIGTERM");

      expect(code).toBe(0);
      expect(log).toContain("shutdown is taking too long");
    });
  },
);
