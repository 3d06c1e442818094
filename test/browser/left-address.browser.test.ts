import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { noChromium } from "../support/chromium.ts";
import { asksForPerson, chatOf } from "../support/handoff.ts";
import { openInbox } from "../support/open-inbox.ts";
import { ask } from "../support/visitor.ts";

/** Nobody is ever there. */
const closed = { agent: { handoff: { hours: { zone: "UTC" } } } };

describe.skipIf(noChromium)(`visitors who left an address${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("are a list in the inbox, which they leave once they are answered or done, and return to when they write", async () => {
    await using inbox = await openInbox(closed);
    const page = await inbox.open("inbox", { name: "Ann" });
    const list = page.getByRole("list", { name: /Left an address/ });
    const count = page.locator(".rail-count");
    await page.getByText("Nobody needs you right now").waitFor();
    expect(await count.count()).toBe(0);

    const leave = async (email: string, question: string) => {
      const { token } = await ask(inbox.console, question);
      await asksForPerson(inbox.console, token, { email });
      return token;
    };
    const ada = await leave("ada@home.example", "Where is my order?");
    await list.getByText("ada@home.example").waitFor();
    await leave("bob@home.example", "Can I return it?");
    await expect.poll(() => list.getByRole("link").count()).toBe(2);
    await expect
      .poll(() => list.locator(".inbox-row-head b").allTextContents())
      .toEqual(["bob@home.example", "ada@home.example"]);
    await expect
      .poll(() => count.locator(".unseen").textContent())
      .toBe("2 visitors are waiting for an answer by email");

    // The way to whoever has waited longest.
    await page.getByRole("link", { name: /^Oldest/ }).click();
    await page.getByRole("heading", { name: "ada@home.example", level: 2 }).waitFor();
    await page.getByText("Needs an answer by email").waitFor();
    await page.getByRole("textbox").fill("It left today.");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => list.locator(".inbox-row-head b").allTextContents())
      .toEqual(["bob@home.example"]);

    await list.getByText("bob@home.example").click();
    await page.getByRole("button", { name: "Mark as done" }).click();
    await expect.poll(() => list.count()).toBe(0);
    // The button is gone, so the focus is on the chat.
    const chat = page.getByRole("heading", { name: "bob@home.example", level: 2 });
    await expect.poll(() => chat.evaluate((heading) => heading.matches(":focus"))).toBe(true);
    await expect.poll(() => count.count()).toBe(0);

    const { cookie } = await inbox.console.signIn("owner");
    const { id } = await chatOf(inbox.console, cookie);
    await inbox.console.ask("POST", `/console/api/chats/${id}/hand-back`, { cookie });
    await ask(inbox.console, "It has not arrived.", { token: ada });
    await list.getByText("ada@home.example").waitFor();
    await expect
      .poll(() => count.locator(".unseen").textContent())
      .toBe("1 visitor is waiting for an answer by email");

    await page.goto(page.url().replace(/inbox.*/, "chats?address=unanswered"));
    await page.getByText("ada@home.example").waitFor();
    expect(await page.getByText("bob@home.example").count()).toBe(0);
  });

  test("are more than the list shows, and its link leads to the one who has waited longest", async () => {
    await using inbox = await openInbox(closed);
    const { handoffs, visitorMail } = inbox.console.storage;
    const now = Date.now();
    for (let index = 0; index < 202; index++) {
      const sessionId = `ses_${randomUUID()}`;
      const at = now - 1_000 * (300 - index);
      await handoffs.openSession({ id: sessionId, agentId: "acme-support", tokenHash: randomUUID(), at });
      const email = `visitor${index}@home.example`;
      const request = { by: "visitor", reason: null, summary: null, email, since: at } as const;
      await handoffs.keepRequest({ sessionId, ...request });
      await visitorMail.saveAddress({ sessionId, email, language: null, page: null, at });
    }
    const page = await inbox.open("inbox?holder=address", { name: "Ann" });
    const list = page.getByRole("list", { name: /Left an address/ });
    await expect.poll(() => list.locator("b").first().textContent()).toBe("visitor201@home.example");
    expect(await list.getByText("visitor0@home.example").count()).toBe(0);
    await page.getByRole("link", { name: /^Oldest/ }).click();
    await page.getByRole("heading", { name: "visitor0@home.example", level: 2 }).waitFor();
  });

  test("are done with one click, whatever a colleague has done in the meantime, unless they have written", async () => {
    await using inbox = await openInbox(closed);
    inbox.browser.trouble.expect(/status of 412/);
    const { token } = await ask(inbox.console, "Where is my order?");
    await asksForPerson(inbox.console, token, { email: "ada@home.example" });
    const { cookie } = await inbox.console.signIn("owner");
    const { id } = await chatOf(inbox.console, cookie);
    const page = await inbox.open(`inbox?chat=${id}`, { name: "Ann" });
    const button = page.getByRole("button", { name: "Mark as done" });
    await button.waitFor();
    // What happens while the request is on its way, the page has not shown.
    const meanwhile = [
      () => ask(inbox.console, "It is urgent.", { token }),
      () =>
        inbox.console.ask("POST", `/console/api/chats/${id}/notes`, { cookie, body: { text: "A regular." } }),
    ];
    await page.route("**/done", async (route) => {
      await meanwhile.shift()?.();
      await route.continue();
    });
    await button.click();
    await page.getByText("in the meantime").waitFor();
    await page.locator(".transcript, [role=log]").getByText("It is urgent.").first().waitFor();
    await button.click();
    await button.waitFor({ state: "detached" });
  });
});
