import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { noChromium } from "../support/chromium.ts";
import { asksForPerson } from "../support/handoff.ts";
import { openInbox, type Inbox } from "../support/open-inbox.ts";
import { ask } from "../support/visitor.ts";

const paused = (page: Page) => page.getByText("Live updates are paused. Trying again");

/** An inbox whose stream has broken, and whose service refuses it until `allow` is called. */
async function openInterrupted(inbox: Inbox, status: number, headers: Readonly<Record<string, string>> = {}) {
  inbox.browser.trouble.expect(new RegExp(`status of ${status}|ERR_`));
  const page = await inbox.open("inbox", { name: "Ann" });
  await page.locator(".inbox-lists .empty").waitFor();
  const isRefused = { events: true, me: true };
  for (const path of ["events", "me"] as const)
    await page.route(`**/console/api/${path}`, (route) =>
      isRefused[path] ? route.fulfill({ status, headers, body: "Sorry" }) : route.continue(),
    );
  // The browser reconnects.
  inbox.browser.cutConnections();
  await paused(page).waitFor();
  return { page, allow: () => Object.assign(isRefused, { events: false, me: false }) };
}

async function letWait({ console }: Inbox): Promise<void> {
  const { token } = await ask(console, "My parcel is lost.");
  await asksForPerson(console, token);
}

async function expectLive(page: Page): Promise<void> {
  await page.locator(".inbox-row", { hasText: "My parcel is lost." }).waitFor();
  await expect.poll(() => paused(page).count()).toBe(0);
}

describe.skipIf(noChromium)(`live updates${noChromium ? ` (${noChromium})` : ""}`, () => {
  test.for([429, 502, 503])(
    "come back after they were refused with %i, with what was missed",
    async (status) => {
      await using inbox = await openInbox();
      const { page, allow } = await openInterrupted(inbox, status);
      await letWait(inbox);
      allow();
      await expectLive(page);
    },
  );

  test.for(["online", "visible"])("come back at once when the page is %s again", async (event) => {
    await using inbox = await openInbox();
    // Nothing but the event brings them back during the test.
    const { page, allow } = await openInterrupted(inbox, 503, { "retry-after": "300" });
    await letWait(inbox);
    allow();
    if (event === "visible") await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    else {
      await inbox.browser.context.setOffline(true);
      await inbox.browser.context.setOffline(false);
    }
    await expectLive(page);
  });

  test("that end with the session lead to the sign-in page, though nothing else is requested", async () => {
    await using inbox = await openInbox();
    inbox.browser.trouble.expect(/status of 401/);
    const page = await inbox.open("inbox", { name: "Ann" });
    await page.locator(".inbox-lists .empty").waitFor();
    const cookies = await inbox.browser.context.cookies("https://chat.example/console/");
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    expect((await inbox.console.ask("POST", "/console/api/sign-out", { cookie })).status).toBe(204);
    await page.getByText("Your session has ended").waitFor();
  });
});
