import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { taskTable } from "../../packages/server/src/background/task-table.ts";
import { findTestPostgres, temporaryDatabase } from "../support/test-servers.ts";
import { readMetrics } from "../support/read-metrics.ts";
import { spawnService } from "../support/spawn-service.ts";

const quick = [
  "stop_taken_replies",
  "update_chat_list",
  "send_webhooks",
  "send_visitor_mails",
  "expire_data",
];

/** The tasks that a service with a console and a mail server runs, and those of which a round is over soon. */
async function runTasks(settings: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const mail = { SERVICECHAT_SMTP_URL: "smtp://127.0.0.1:1", SERVICECHAT_MAIL_FROM: "chat@acme.example" };
  await using service = await spawnService({
    model: { provider: "extractive" },
    settings: { ...mail, ...settings },
  });
  await service.start();
  const counts = async () => {
    const { values } = await readMetrics(service);
    const ofTasks = [...values].flatMap(([name, count]) => {
      const task = /^servicechat_task_seconds_count\{task="(\w+)"\}$/.exec(name)?.[1];
      return task === undefined ? [] : [[task, count] as const];
    });
    return new Map(ofTasks);
  };
  await expect
    .poll(async () => {
      const counted = await counts();
      return quick.filter((name) => (counted.get(name) ?? 0) === 0);
    })
    .toEqual([]);
  const { values } = await readMetrics(service);
  for (const quantile of ["0.5", "0.9", "0.99", "1"])
    expect(values.get(`servicechat_loop_delay_seconds{quantile="${quantile}"}`)).toBeGreaterThanOrEqual(0);
  return [...(await counts()).keys()];
}

const { missing } = await findTestPostgres();
const names = Object.keys(taskTable);

test("serve runs every task of the table, and each is in the metrics; with SQLite an address needs no renewal", async () => {
  expect(await runTasks({})).toEqual(names.filter((name) => name !== "announce_address"));
});

test.skipIf(missing !== undefined)("on PostgreSQL it renews its address too", async () => {
  await using database = await temporaryDatabase();
  expect(
    await runTasks({
      SERVICECHAT_DATABASE_URL: database.url,
      SERVICECHAT_SECRET: randomBytes(32).toString("hex"),
    }),
  ).toEqual(names);
});
