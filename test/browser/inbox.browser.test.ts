import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { noChromium } from "../support/chromium.ts";
import { asksForPerson, chatOf } from "../support/handoff.ts";
import { openInbox, type Inbox } from "../support/open-inbox.ts";
import { ask, history, post } from "../support/visitor.ts";
import { listenIdle } from "../support/listen-idle.ts";
import { putAgent } from "../support/start-console.ts";

/** A visitor who is waiting for a person, and the chat's id in the API. */
async function letWait({ console }: Inbox) {
  const { token } = await ask(console, "My parcel is lost.");
  await asksForPerson(console, token);
  const { cookie } = await console.signIn("owner");
  const { id } = await chatOf(console, cookie);
  return { token, id: String(id), cookie };
}

const transcript = (page: Page) => page.getByRole("log");
const take = (page: Page) => page.getByRole("button", { name: "Take", exact: true });

describe.skipIf(noChromium)(`the inbox${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("shows an answer of the agent word by word, as the visitor receives it", async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await using inbox = await openInbox({
      script: () => ["One ", { until: first.promise }, "two ", { until: second.promise }, "three."],
    });
    const answer = await post(inbox.console, "Count, please.");
    const { cookie } = await inbox.console.signIn("owner");
    const { id } = await chatOf(inbox.console, cookie);
    const page = await inbox.open(`inbox?chat=${id}`, { name: "Ann" });
    const reader = await inbox.open(`chats/${id}`, { name: "Vera" });
    const growing = [transcript(page), reader.locator(".transcript")].map((log) =>
      log.locator(".entry.agent"),
    );
    for (const each of growing) await each.getByText("One", { exact: true }).waitFor();
    first.resolve();
    for (const each of growing) await each.getByText("One two", { exact: true }).waitFor();
    second.resolve();
    for (const each of growing) await each.getByText("One two three.").waitFor();
    for (const each of growing) await expect.poll(() => each.getAttribute("aria-busy")).toBe("false");
    await answer.text();

    // Nobody waits in it, so its list is folded until somebody opens it, and then stays open.
    const rows = page.locator(".inbox-row");
    const list = page.getByRole("button", { name: "With the agent 1" });
    await list.waitFor();
    expect(await rows.count()).toBe(0);
    await list.click();
    await rows.getByText("One two three.").waitFor();
    await page.reload();
    await rows.getByText("One two three.").waitFor();
    // Beside the chat in wide windows only.
    const visitor = page.getByRole("complementary", { name: "Visitor" });
    await visitor.getByText("Not signed in").waitFor();
    await page.setViewportSize({ width: 1100, height: 720 });
    await expect.poll(() => visitor.count()).toBe(0);
    await page.getByRole("link", { name: "Details" }).waitFor();
  });

  test("gives a chat that two people take at once to one of them, and tells the other who has it", async () => {
    await using inbox = await openInbox();
    inbox.browser.trouble.expect(/status of 409/);
    const { id } = await letWait(inbox);
    const other = await inbox.browser.context.browser()?.newContext();
    if (!other) throw new Error("There is no browser.");
    const pages = [
      await inbox.open(`inbox?chat=${id}`, { name: "Ann" }),
      await inbox.open(`inbox?chat=${id}`, { name: "Ben", context: other }),
    ] as const;
    for (const page of pages) await take(page).waitFor();
    // Both requests are on the way before either is answered.
    const bothAsked = Promise.withResolvers<void>();
    let asked = 0;
    for (const page of pages)
      await page.route("**/take", async (route) => {
        if (++asked === 2) bothAsked.resolve();
        await bothAsked.promise;
        await route.continue();
      });
    await Promise.all(pages.map((page) => take(page).click()));

    const mine = (page: Page) => page.locator(".badge.good", { hasText: "You have this chat" });
    const refused = (page: Page) => page.getByRole("alert");
    await expect
      .poll(() =>
        Promise.all(pages.map(async (page) => (await mine(page).count()) + (await refused(page).count()))),
      )
      .toEqual([1, 1]);
    const [annHas, benHas] = await Promise.all(pages.map((page) => mine(page).count()));
    expect((annHas ?? 0) + (benHas ?? 0)).toBe(1);
    const [winner, loser, name] = annHas ? [...pages, "Ann"] : [pages[1], pages[0], "Ben"];
    await refused(loser).getByText(name).waitFor();

    await refused(loser).getByRole("button", { name: "Take over" }).click();
    await mine(loser).waitFor();
    await expect.poll(() => mine(winner).count()).toBe(0);
    await other.close();
  });

  test("is worked by keyboard: finds pages, lists its keys, and hears none while somebody types", async () => {
    await using inbox = await openInbox();
    const { id } = await letWait(inbox);
    const page = await inbox.open("inbox", { name: "Ann" });
    // The agent has answered it since.
    await page.locator(".inbox-row-text", { hasText: "My parcel is lost." }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await take(page).waitFor();
    expect(new URL(page.url()).searchParams.get("chat")).toBe(id);
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await keys.getByText("Take the chat").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("t");
    await page.getByText("You have this chat").waitFor();
    await page.keyboard.press("r");
    await page.keyboard.type("gc?");
    expect(await page.getByRole("textbox").inputValue()).toBe("gc?");

    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: /Search/ });
    await field.fill("gaps");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Gaps", level: 1 }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor();
  });

  test("sends what was written offline when the network is back, and only once", async () => {
    await using inbox = await openInbox();
    inbox.browser.trouble.expect(/ERR_|status of 5\d\d/);
    const { id, token } = await letWait(inbox);
    await using visitor = await listenIdle(inbox.console, token);
    const page = await inbox.open(`inbox?chat=${id}`, { name: "Ann" });
    await take(page).click();
    await page.locator(".badge.good").waitFor();

    // The service accepts the message, but the response is lost.
    const { context } = inbox.browser;
    await page.route("**/messages", async (route) => {
      const { "idempotency-key": key } = route.request().headers();
      const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
      const ask = {
        cookie,
        body: route.request().postDataJSON() as unknown,
        headers: { "idempotency-key": key },
      };
      await inbox.console.ask("POST", new URL(route.request().url()).pathname, ask);
      await route.abort("connectionreset");
    });
    await page.getByRole("textbox").fill("Found: it comes tomorrow.");
    await page.keyboard.press("Enter");
    await visitor.until(({ event }) => event === "person_message");
    await page.getByText("Not sent yet.").waitFor();
    await context.setOffline(true);
    await page.unroute("**/messages");
    await page.getByRole("textbox").fill("Written offline.");
    await page.keyboard.press("Enter");
    await page.locator(".outgoing", { hasText: "Written offline." }).waitFor();
    await context.setOffline(false);
    await page.reload();
    const said = transcript(page).locator(".entry.person .said");
    await expect
      .poll(() => said.allTextContents())
      .toEqual(["Found: it comes tomorrow.", "Written offline."]);
    await expect.poll(() => page.locator(".sending").count()).toBe(0);
    const told = (await history(inbox.console, token)).filter(({ content }) => /Found|offline/.test(content));
    expect(told.map(({ content }) => content)).toEqual(["Found: it comes tomorrow.", "Written offline."]);
  });

  test("says once that it is offline, and loads what it has missed when the network is back", async () => {
    await using inbox = await openInbox();
    inbox.browser.trouble.expect(/ERR_/);
    const { id, token } = await letWait(inbox);
    // Chromium cuts no open stream when it goes offline.
    await inbox.browser.context.addInitScript(`globalThis.EventSource = class extends EventSource {
      constructor(url) {
        super(url);
        addEventListener("stream", ({ detail }) => this.dispatchEvent(new Event(detail)));
      }
    }`);
    const page = await inbox.open(`inbox?chat=${id}`, { name: "Ann" });
    const stream = (event: "error" | "open") =>
      page.evaluate(`dispatchEvent(new CustomEvent("stream", { detail: "${event}" }))`);
    await transcript(page).getByText("My parcel is lost.").waitFor();
    const problems = page.getByText("could not be reached");
    // The stream of events still works: what fails is said where it fails.
    await page.route("**/api/chats**", (route) => route.abort("connectionreset"));
    await page.route("**/api/chats/**", (route) => route.abort("connectionreset"));
    await ask(inbox.console, "It was a gift.", { token });
    await expect.poll(() => problems.count()).toBe(2);
    await stream("error");
    await page.getByText("Offline. Reconnecting").waitFor();
    expect(await problems.count()).toBe(0);
    await page.unrouteAll();
    await stream("open");
    await transcript(page).getByText("It was a gift.").waitFor();
    await expect.poll(() => problems.count()).toBe(0);
  });

  test("finds canned answers by a slash and words of their names, with the keyboard alone", async () => {
    await using inbox = await openInbox();
    const { id } = await letWait(inbox);
    const { cookie } = await inbox.console.signIn("responder");
    await putAgent(inbox.console, "another");
    for (const [name, text, agents] of [
      ["Lost parcel", "I ask the carrier.", null],
      ["Refund, how long", "Three to five days.", ["acme-support"]],
      ["Foreign refund", "Never.", ["another"]],
    ] as const) {
      const body = { name, text, agents };
      const made = await inbox.console.ask("POST", "/console/api/canned", { cookie, body });
      expect(made.status).toBe(201);
    }
    const page = await inbox.open(`inbox?chat=${id}`, { name: "Ann" });
    const field = page.getByRole("textbox");
    await field.fill("Hello Ines, ");
    await field.pressSequentially("/");
    const options = page.getByRole("listbox", { name: "Canned answers" }).getByRole("option");
    await expect
      .poll(() => options.locator("b").allTextContents())
      .toEqual(["Lost parcel", "Refund, how long"]);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => options.nth(1).getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("Escape");
    await expect.poll(() => options.count()).toBe(0);
    await field.pressSequentially("RÉF");
    await expect.poll(() => options.locator("b").allTextContents()).toEqual(["Refund, how long"]);
    await page.keyboard.press("Enter");
    await expect.poll(() => field.inputValue()).toBe("Hello Ines, Three to five days.");
    await field.pressSequentially(" Bye.");
    await page.keyboard.press("Enter");
    await transcript(page).getByText("Hello Ines, Three to five days. Bye.").waitFor();
  });

  test("shows who else is looking at a chat, and that they are typing", async () => {
    await using inbox = await openInbox();
    const { id } = await letWait(inbox);
    const other = await inbox.browser.context.browser()?.newContext();
    if (!other) throw new Error("There is no browser.");
    const ann = await inbox.open(`inbox?chat=${id}`, { name: "Ann" });
    await ann.getByRole("textbox").waitFor();
    expect(await ann.getByText("looking at this chat").count()).toBe(0);
    const ben = await inbox.open(`inbox?chat=${id}`, { name: "Ben", context: other });
    await ann.getByText("Ben is looking at this chat too.").waitFor();
    await ben.getByText("Ann is looking at this chat too.").waitFor();
    await ben.getByRole("textbox").pressSequentially("Hel");
    await ann.getByText("Ben is writing…").waitFor();
    await other.close();
  });
});
