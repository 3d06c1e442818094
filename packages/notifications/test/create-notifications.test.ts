import { expect, test } from "vitest";
import { createNotifications, type NotificationDependencies } from "../src/create-notifications.ts";

/** Stores that fail whatever is asked of them. */
function failing() {
  const store = (name: string) =>
    new Proxy(
      {},
      {
        get: () => async () => {
          throw new Error(`${name} is away`);
        },
      },
    );
  const names = ["webhooks", "alerts", "keyValues", "push", "visitorMail", "agents"];
  return Object.fromEntries(names.map((name) => [name, store(name)]));
}

test("each kind of notification fails for its own reason, and stops no other", async () => {
  const { tasks } = createNotifications({
    storage: failing(),
    outbound: { request: () => Promise.reject(new Error("offline")) },
    consoleUrl: "https://chat.example",
    sessionIdleMs: 1,
    sessionAgeMs: 1,
    mail: { url: "smtp://127.0.0.1:9", from: "chat@shop.example" },
    now: () => 0,
    log: { warn: () => undefined },
  } as unknown as NotificationDependencies);
  const { signal } = new AbortController();
  // A second time, too: each kind is tried again.
  for (let round = 0; round < 2; round++) {
    await expect(tasks.sendWebhooks(signal, () => undefined)).rejects.toThrow("webhooks is away");
    await expect(tasks.sendPushAlerts?.(signal)).rejects.toThrow("alerts is away");
    await expect(tasks.sendMailAlerts?.(signal)).rejects.toThrow("alerts is away");
    await expect(tasks.sendVisitorMails?.(signal)).rejects.toThrow("visitorMail is away");
  }
});
