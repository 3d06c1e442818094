import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { inStep, openChatInStep } from "../support/in-step.ts";
import { words } from "../support/model-server.ts";
import { believing, setUser, signIn } from "../support/set-user.ts";
import { openChat, startWidget } from "../support/start-widget.ts";
import { untilTrue } from "../support/until-true.ts";

const start = {
  ...believing,
  script: () => words("It is on its way."),
};
const browser = { cookies: "allowed" } as const;

const said = (chat: Frame) => chat.locator(".bubble").allTextContents();
const written = (chat: Frame) => chat.locator(".composer textarea").inputValue();
const welcome = (chat: Frame) => chat.getByText("Hi! How can we help?").waitFor();

/** Sends a message and waits for the whole answer. */
async function ask(chat: Frame, text: string): Promise<void> {
  await askInChat(chat, text);
  await chat.locator(".bubble", { hasText: text }).waitFor();
  await chat.locator("article:not(.live)", { hasText: "It is on its way." }).last().waitFor();
}

/** Holds back requests of the page and its frames to matching URLs until the result is called. */
async function hold(page: Page, address: RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

describe.skipIf(noChromium)(`a user after another${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("uses their own token, and finds what the page wrote for them, on a page that names the user immediately", async () => {
    await using widget = await startWidget(start, browser);
    const page = await widget.openShop();
    await signIn(page, "ada");
    await ask(await openChat(page), "Where is Ada's order?");
    await page.goto("https://shop.example/next");
    await signIn(page, "bob");
    await page.evaluate("ServiceChat.prefill('Where is ')");
    const chat = await openChatInStep(page);
    await expect.poll(() => written(chat)).toBe("Where is ");
    await ask(chat, "Where is Bob's order?");
    const told = JSON.stringify(widget.service.model.asked.at(-1)?.messages);
    expect([told.includes(`\\"bob\\"`), told.includes("ada")]).toEqual([true, false]);
  });

  test("sees nothing of what the other was writing, even if the service is slow to respond", async () => {
    await using widget = await startWidget(start, browser);
    const page = await widget.openShop();
    await signIn(page, "ada");
    const before = await openChat(page);
    await welcome(before);
    await before.locator(".composer textarea").fill("Not sent by Ada");
    await page.goto("https://shop.example/signed-out");
    const release = await hold(page, /chat-bot\/agent/);
    await setUser(page, null);
    const chat = await openChat(page);
    await chat.locator(".composer textarea").waitFor();
    expect(await written(chat)).toBe("");
    await chat.locator(".composer textarea").fill("Written meanwhile");
    release();
    await welcome(chat);
    await inStep(chat);
    expect(await written(chat)).toBe("Written meanwhile");
  });

  test("finds no answer to the other in what screen readers are told, and neither do those who start a new chat", async () => {
    await using widget = await startWidget(start, browser);
    const page = await widget.openShop();
    const leave = [() => setUser(page, null), () => page.evaluate("ServiceChat.newChat()")];
    for (const deed of leave) {
      await signIn(page, "ada");
      const chat = await openChat(page);
      await chat.locator(".composer textarea").waitFor();
      await inStep(chat);
      await askInChat(chat, "Where is my order?");
      const told = chat.locator("[aria-live]", { hasText: "It is on its way." });
      await told.waitFor({ state: "attached" });
      await deed();
      await welcome(chat);
      await told.waitFor({ state: "detached" });
      expect(await chat.content()).not.toContain("on its way");
      await page.goto("https://shop.example/next");
    }
  });

  test("sees no count of answers that the other has not seen, not even on the next page", async () => {
    const ended = Promise.withResolvers<void>();
    await using widget = await startWidget(
      { ...start, script: () => ["The first half, ", { until: ended.promise }, "and the second."] },
      browser,
    );
    const page = await widget.openShop();
    await page.addInitScript(`
      window.counts = [];
      addEventListener("load", () => self.ServiceChat?.on("unread", ({ count }) => counts.push(count)));`);
    await page.reload();
    await signIn(page, "ada");
    const chat = await openChat(page);
    await askInChat(chat, "Both halves?");
    await chat.getByText("The first half,").waitFor();
    await page.evaluate("ServiceChat.close()");
    ended.resolve();
    await untilTrue(page, "counts.at(-1) === 1");

    // Ada's own next page shows it; one after she has signed out does not.
    await page.goto("https://shop.example/next");
    await signIn(page, "ada");
    await untilTrue(page, "counts.at(-1) === 1");
    await page.goto("https://shop.example/signed-out");
    await setUser(page, null);
    await untilTrue(page, "Object.keys(sessionStorage).length === 0");
    expect(await page.evaluate("counts.at(-1) || 0")).toBe(0);
  });

  test("is not taken to a past chat that the other has just asked for", async () => {
    await using widget = await startWidget(start, browser);
    const page = await widget.openShop();
    await signIn(page, "ada");
    const chat = await openChatInStep(page);
    await ask(chat, "Ada's first question");
    await page.evaluate("ServiceChat.newChat()");
    await welcome(chat);
    await ask(chat, "Ada's second question");
    await chat.getByRole("button", { name: "Chat menu" }).click();
    await chat.getByRole("menuitem", { name: "Past chats" }).click();
    const release = await hold(page, /chat-bot\/history/);
    await chat.locator(".past-open", { hasText: "first" }).click();
    await setUser(page, null);
    await welcome(chat);
    await expect.poll(() => chat.locator("dialog").count()).toBe(0);
    const answered = page.waitForResponse(/chat-bot\/history/);
    release();
    await answered;
    await signIn(page, "bob");
    await ask(chat, "Bob's question");
    expect(await said(chat)).toEqual(["You said: Bob's question"]);
  });

  test("is also alone in a tab in which the tab-sync part loads only after the other has gone", async () => {
    await using widget = await startWidget(start, browser);
    const one = await widget.openShop();
    await signIn(one, "ada");
    const a = await openChatInStep(one);
    await ask(a, "Where is Ada's order?");
    const other = await widget.openShop("/next");
    await signIn(other, "ada");
    const release = await hold(other, /assets\/menu-and-tabs-/);
    const b = await openChat(other);
    await b.locator(".bubble").waitFor();
    await setUser(one, null);
    await welcome(a);
    release();
    await welcome(b);
    expect(await said(b)).toEqual([]);
  });
});
