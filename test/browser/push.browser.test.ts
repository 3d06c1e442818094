import { fileURLToPath } from "node:url";
import { createConsoleFiles } from "@servicechat/server";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { buildIfStale } from "../../scripts/build.ts";
import { openBrowser } from "../support/browser.ts";
import { noChromium } from "../support/chromium.ts";
import { startPushReceiver } from "../support/push-receiver.ts";
import type { PushReceiver } from "../support/push-receiver.ts";
import { consoleUrl, startConsole } from "../support/start-console.ts";

const dist = fileURLToPath(new URL("../../packages/console/dist", import.meta.url));

/** Stands in for the browser vendor's push service, which tests cannot reach. */
async function subscribeAt(page: Page, receiver: PushReceiver): Promise<void> {
  await page.addInitScript(`{
    const subscription = ${JSON.stringify(receiver.subscribe())};
    const kept = { ...subscription, toJSON: () => subscription, unsubscribe: async () => true };
    Object.assign(PushManager.prototype, {
      async subscribe() {
        sessionStorage.setItem("subscribed", "yes");
        return kept;
      },
      getSubscription: async () => (sessionStorage.getItem("subscribed") === "yes" ? kept : null),
    });
  }`);
}

/** Gives the worker what the browser would after decrypting a push message. */
async function startDelivery(page: Page) {
  const session = await page.context().newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    const found = registrations.find(({ scopeURL }) => scopeURL === `${consoleUrl}/console/`);
    if (found) registered.resolve(found.registrationId);
  });
  await session.send("ServiceWorker.enable");
  return async (message: unknown) =>
    session.send("ServiceWorker.deliverPushMessage", {
      origin: consoleUrl,
      registrationId: await registered.promise,
      data: JSON.stringify(message),
    });
}

describe.skipIf(noChromium)(`browser notifications${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("are turned on under the console's policy and shown by its worker, and a click opens the chat", async () => {
    await buildIfStale({ only: ["console"] });
    await using receiver = await startPushReceiver();
    await using console = await startConsole({
      consoleFiles: createConsoleFiles(dist),
      pushNetworks: ["127.0.0.0/8"],
      webhookCa: receiver.ca,
    });
    await using browser = await openBrowser({ service: console, sites: {} });
    const page = await browser.visit("about:blank");
    page.setDefaultTimeout(60_000);
    await page.context().grantPermissions(["notifications"], { origin: consoleUrl });
    await subscribeAt(page, receiver);
    const deliver = await startDelivery(page);
    await page.goto(`${consoleUrl}/console/#link=${await console.link("responder")}`);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Create a passkey" }).waitFor();
    await page.goto(`${consoleUrl}/console/settings/notifications`);
    await page.getByRole("button", { name: "Turn on in this browser" }).click();
    await page.getByText("This browser", { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/console/settings/notifications");

    const devices = page.locator(".push-devices");
    await devices.getByRole("button", { name: "Send a test" }).click();
    await devices.getByText(/Answered 201/).waitFor();
    expect(receiver.pushes.map(({ message }) => message)).toEqual([{ type: "test" }]);

    const shown = () =>
      page.evaluate<object[]>(`(async () => {
        const notifications = await (await navigator.serviceWorker.ready).getNotifications();
        return notifications.map(({ title, body, tag }) => ({ title, body, tag }));
      })()`);
    // Chromium drops what is delivered to a worker that is not active yet.
    await page.evaluate(`navigator.serviceWorker.ready.then(() => undefined)`);
    await deliver({ type: "waiting", waiting: 1, agent: "acme-support", chat: "ses_1" });
    await deliver({ type: "test" });
    // Somebody who is looking at the console needs no notification.
    await expect
      .poll(shown)
      .toEqual([
        { title: "Notifications arrive here", body: "This is a test from ServiceChat.", tag: "test" },
      ]);

    const [worker] = page.context().serviceWorkers();
    await page.goto("about:blank");
    // The worker hears a little later that the console's window is gone, and Chromium drops what it cannot deliver just then.
    const notified = `registration.getNotifications({ tag: "waiting" }).then(({ length }) => length)`;
    const deliverOnce = async () => {
      await deliver({ type: "waiting", waiting: 1, agent: "acme-support", chat: "ses_1" });
      return worker?.evaluate(notified);
    };
    await expect.poll(deliverOnce, { interval: 500 }).toBe(1);
    // The click comes while the console is still loading.
    const loading = Promise.withResolvers<void>();
    await page.route("**/console/api/me", async (route) => {
      await loading.promise;
      await route.continue();
    });
    await page.goto(`${consoleUrl}/console/settings/notifications`);
    await expect.poll(shown).toContainEqual({
      title: "A visitor is waiting for a person",
      body: "acme-support",
      tag: "waiting",
    });
    // The browser's own click cannot be simulated here, so the worker dispatches the same event itself.
    await worker?.evaluate(`(async () => {
      const [notification] = await registration.getNotifications({ tag: "waiting" });
      dispatchEvent(new NotificationEvent("notificationclick", { notification }));
    })()`);
    await page.waitForURL(`${consoleUrl}/console/inbox?chat=ses_1`);
    loading.resolve();
    await page.getByRole("heading", { name: "Inbox" }).first().waitFor();
    browser.trouble.expect(/Failed to load resource.* status of 404/);

    await page.goto(`${consoleUrl}/console/settings/notifications`);
    await devices.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("button", { name: "Turn on in this browser" }).waitFor();
    const people = await console.storage.alerts.people();
    expect(await console.storage.push.list(people.map(({ id }) => id))).toEqual([]);
  });
});
