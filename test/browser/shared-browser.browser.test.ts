import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { inStep, openChatInStep } from "../support/in-step.ts";
import { believing, setUser, signIn } from "../support/set-user.ts";
import { openChat, startWidget } from "../support/start-widget.ts";
import { untilTrue } from "../support/until-true.ts";

const said = async (chat: Frame) =>
  (await chat.locator(".bubble").allTextContents()).map((text) => text.replace("You said: ", ""));
const welcome = (chat: Frame) => chat.getByText("Hi! How can we help?").waitFor();

/** Sends a message and waits for the answer. */
async function ask(chat: Frame, text: string): Promise<void> {
  const answers = chat.getByText("Hello from the model.", { exact: true });
  const before = await answers.count();
  await askInChat(chat, text);
  await answers.nth(before).waitFor();
}

/** The menu's list of past chats; empty if the browser stores none. */
async function pastChats(chat: Frame): Promise<readonly string[]> {
  const menu = chat.getByRole("button", { name: "Chat menu" });
  if ((await menu.count()) === 0) return [];
  await menu.dispatchEvent("click");
  const item = chat.getByRole("menuitem", { name: "Past chats" });
  await chat.getByRole("menuitem").first().waitFor();
  const isKept = (await item.count()) > 0;
  if (isKept) {
    await item.dispatchEvent("click");
    await chat.locator(".past-title").first().waitFor();
  }
  const titles = await chat.locator(".past-title").allTextContents();
  await chat.locator("body").press("Escape");
  return titles;
}

describe.skipIf(noChromium)(`people who share a browser${noChromium ? ` (${noChromium})` : ""}`, () => {
  for (const cookies of ["blocked", "allowed"] as const) {
    test(`with third-party storage ${cookies}, shows everybody who signs in only their own chat`, async () => {
      await using widget = await startWidget(believing, { cookies });
      const page = await widget.openShop();
      await signIn(page, "ada@example.com");
      const chat = await openChatInStep(page);
      await ask(chat, "Is Ada's tent in stock?");
      await page.evaluate("ServiceChat.newChat()");
      await welcome(chat);
      await ask(chat, "Where is Ada's order?");
      await chat.locator(".composer textarea").fill("Not sent by Ada");

      await setUser(page, null);
      await welcome(chat);
      expect(await said(chat)).toEqual([]);
      expect(await chat.locator(".composer textarea").inputValue()).toBe("");
      expect(await chat.locator("body").innerText()).not.toContain("Ada");

      await signIn(page, "bob");
      await ask(chat, "Where is Bob's order?");
      expect(await said(chat)).toEqual(["Where is Bob's order?"]);
      expect(await pastChats(chat)).toEqual([]);

      // Directly from one to the other, and on the next page.
      await signIn(page, "ada@example.com");
      await chat.getByText("Where is Ada's order?").first().waitFor();
      expect(await said(chat)).toEqual(["Where is Ada's order?"]);
      await page.goto("https://shop.example/next");
      await signIn(page, "ada@example.com");
      const next = await openChat(page);
      await next.getByText("Where is Ada's order?").first().waitFor();
      expect(await said(next)).toEqual(["Where is Ada's order?"]);
      const both = ["Where is Ada's order?", "Is Ada's tent in stock?"];
      await expect.poll(() => pastChats(next)).toEqual(cookies === "allowed" ? both : []);

      // A page that says so before the chat is opened.
      await next.locator(".composer textarea").fill("Not sent by Ada either");
      await page.goto("https://shop.example/signed-out");
      await setUser(page, null);
      const last = await openChat(page);
      await welcome(last);
      expect(await said(last)).toEqual([]);
      await expect.poll(() => last.locator(".composer textarea").inputValue()).toBe("");

      const told = widget.service.model.asked.map(({ messages }) => JSON.stringify(messages));
      expect(told.map((each) => [each.includes("ada@example.com"), each.includes("bob")])).toEqual([
        [true, false],
        [true, false],
        [false, true],
      ]);
    });

    test(`with third-party storage ${cookies}, keeps what was said before signing in, and only then`, async () => {
      await using widget = await startWidget(believing, { cookies });
      const page = await widget.openShop();
      const chat = await openChatInStep(page);
      await ask(chat, "Do you sell tents?");
      await page.evaluate("ServiceChat.newChat()");
      await welcome(chat);
      await ask(chat, "Do you ship to Malta?");
      await chat.locator(".composer textarea").fill("And how");
      await signIn(page, "ada");
      await ask(chat, "And my order?");
      expect(await said(chat)).toEqual(["Do you ship to Malta?", "And my order?"]);

      await setUser(page, null);
      await welcome(chat);
      await page.reload();
      const anew = await openChat(page);
      await welcome(anew);
      expect(await said(anew)).toEqual([]);
      expect(await pastChats(anew)).toEqual([]);

      await signIn(page, "ada");
      await anew.getByText("And my order?").first().waitFor();
      const both = ["Do you ship to Malta?", "Do you sell tents?"];
      await expect.poll(() => pastChats(anew)).toEqual(cookies === "allowed" ? both : []);
    });
  }

  test("changes in all tabs, and no tab uses another person's token", async () => {
    await using widget = await startWidget(believing, { cookies: "allowed" });
    const [one, other] = [await widget.openShop(), await widget.openShop("/next")];
    const [a, b] = [await openChat(one), await openChat(other)];
    for (const page of [one, other]) await signIn(page, "ada");
    await ask(a, "Where is Ada's order?");
    await b.getByText("Where is Ada's order?").first().waitFor();

    await setUser(one, null);
    await welcome(a);
    await welcome(b);
    await ask(b, "Who am I?");
    expect(JSON.stringify(widget.service.model.asked.at(-1)?.messages)).not.toContain("ada");
    await a.getByText("Who am I?").first().waitFor();
    expect(await said(a)).toEqual(["Who am I?"]);
  });

  test("shows nothing of the last user where the page says only once the chat is open that nobody is signed in", async () => {
    await using widget = await startWidget(believing, { cookies: "allowed" });
    const [page, other] = [await widget.openShop(), await widget.openShop("/next")];
    const [chat, elsewhere] = [await openChat(page), await openChat(other)];
    for (const each of [page, other]) await signIn(each, "ada");
    await ask(chat, "Where is Ada's order?");
    await elsewhere.getByText("Where is Ada's order?").first().waitFor();

    // The part that keeps tabs in step comes after everything else.
    const gate = Promise.withResolvers<void>();
    await page.route(/\/menu-and-tabs-/, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto("https://shop.example/signed-out");
    const last = await openChat(page);
    await welcome(last);
    await setUser(page, null);
    gate.resolve();
    await welcome(elsewhere);
    await inStep(last);
    await ask(last, "Who am I?");
    await last.getByRole("button", { name: "Chat menu" }).waitFor();
    expect(await said(last)).toEqual(["Who am I?"]);
    expect(JSON.stringify(widget.service.model.asked.at(-1)?.messages)).not.toContain("ada");
  });

  test("detaches from a running answer, which its owner finds when they are back", async () => {
    const gate = Promise.withResolvers<void>();
    await using widget = await startWidget({
      ...believing,
      script: () => ["The first half, ", { until: gate.promise }, "and the second."],
    });
    const page = await widget.openShop();
    await signIn(page, "ada");
    const chat = await openChat(page);
    await askInChat(chat, "A long story, please.");
    await chat.getByText("The first half,").first().waitFor();

    await signIn(page, "bob");
    await welcome(chat);
    expect(await said(chat)).toEqual([]);
    gate.resolve();
    await signIn(page, "ada");
    await chat.getByText("The first half, and the second.").first().waitFor();
  });

  test("does not restart when the same user gets another token", async () => {
    await using widget = await startWidget(believing);
    const page = await widget.openShop();
    await signIn(page, "ada");
    const chat = await openChat(page);
    await ask(chat, "Where is my order?");
    await chat.locator(".composer textarea").fill("Half a sen");
    await untilTrue(chat, "(document.querySelector('.bubble').isTheSame = true)");
    await signIn(page, "ada");
    await page.evaluate("ServiceChat.prefill('Half a sentence')");
    await expect.poll(() => chat.locator(".composer textarea").inputValue()).toBe("Half a sentence");
    await untilTrue(chat, "document.querySelector('.bubble').isTheSame === true");
  });
});
