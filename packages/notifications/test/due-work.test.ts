import type { DueWork } from "@servicechat/storage";
import { expect, test } from "vitest";
import { createNotifications, type NotificationDependencies } from "../src/create-notifications.ts";

/** Runs notifications of every kind some times. Returns what they asked the database. */
async function runFor(due: readonly DueWork[]): Promise<ReadonlySet<string>> {
  const asked: string[] = [];
  const store = (name: string, answer: unknown) =>
    new Proxy(
      {},
      {
        get: (_, method) => async () => {
          asked.push(`${name}.${String(method)}`);
          return answer;
        },
      },
    );
  const storage = {
    dueWork: store("dueWork", new Set(due)),
    ...Object.fromEntries(["webhooks", "alerts", "keyValues", "push"].map((name) => [name, store(name, [])])),
    visitorMail: store("visitorMail", []),
  };
  const webhooks = { list: async () => ({ items: [], next: null }), due: async () => [] };
  const notifications = createNotifications({
    storage: due.includes("webhooks") ? storage : { ...storage, webhooks },
    outbound: { request: () => Promise.reject(new Error("offline")) },
    consoleUrl: "https://chat.example",
    sessionIdleMs: 1,
    sessionAgeMs: 1,
    mail: { url: "smtp://127.0.0.1:9", from: "chat@shop.example" },
    now: () => 0,
    log: { warn: () => undefined },
  } as unknown as NotificationDependencies);
  const { signal } = new AbortController();
  for (let round = 0; round < 3; round++)
    for (const run of Object.values(notifications.tasks)) await run?.(signal, () => undefined);
  return new Set(asked);
}

test("a service with nothing to do asks only whether there is anything to do", async () => {
  expect(await runFor([])).toEqual(new Set(["dueWork.find"]));
});

test("only what is due is looked for", async () => {
  expect(await runFor(["alerts"])).toEqual(new Set(["dueWork.find", "alerts.waiting"]));
});

test("emails to visitors are made and claimed where they are due", async () => {
  const asked = await runFor(["visitorMail"]);
  expect(asked).toEqual(new Set(["dueWork.find", "visitorMail.createDue", "visitorMail.claim"]));
});
