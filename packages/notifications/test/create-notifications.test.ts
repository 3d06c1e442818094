import { expect, test } from "vitest";
import { createNotifications, type NotificationDependencies } from "../src/create-notifications.ts";

/** Stores that fail whatever is asked of them, with what was asked. */
function failing(asked: string[]) {
  const store = (name: string) =>
    new Proxy(
      {},
      {
        get: (_, method) => async () => {
          asked.push(`${name}.${String(method)}`);
          throw new Error(`${name} is away`);
        },
      },
    );
  const names = ["webhooks", "alerts", "keyValues", "push", "visitorMail", "agents"];
  return Object.fromEntries(names.map((name) => [name, store(name)]));
}

test("each kind of notification that fails is logged by its own message, and stops no other", async () => {
  const asked: string[] = [];
  const logged: (readonly [string, string])[] = [];
  const stop = new AbortController();
  const log = {
    warn(detail: object, message: string) {
      logged.push([String((detail as { readonly err?: unknown }).err), message]);
      // Everything has failed twice by then: each kind is tried again.
      if (logged.length >= 16) stop.abort();
    },
  };
  const notifications = createNotifications({
    storage: failing(asked),
    outbound: { request: () => Promise.reject(new Error("offline")) },
    consoleUrl: "https://chat.example",
    sessionIdleMs: 1,
    sessionAgeMs: 1,
    mail: { url: "smtp://127.0.0.1:9", from: "chat@shop.example" },
    now: () => 0,
    log,
    everyMs: 1,
  } as unknown as NotificationDependencies);
  await notifications.run(stop.signal);
  const failures = (name: string) => logged.filter(([cause]) => cause === `Error: ${name} is away`);
  const said = (name: string) => new Set(failures(name).map(([, message]) => message));
  expect(said("alerts")).toEqual(new Set(["people could not be alerted, trying again later"]));
  expect(said("visitorMail")).toEqual(new Set(["emails to visitors could not be sent, trying again later"]));
  for (const name of ["alerts", "visitorMail", "webhooks"]) expect(failures(name).length).toBeGreaterThan(1);
  expect(said("webhooks").intersection(said("alerts").union(said("visitorMail")))).toEqual(new Set());
});
