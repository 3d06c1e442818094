import { readFile } from "node:fs/promises";
import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { inStep, openChatInStep } from "../support/in-step.ts";
import { words } from "../support/model-server.ts";
import { nextDownload } from "../support/next-download.ts";
import { openChat, startWidget } from "../support/start-widget.ts";

const question = {
  question: "How do you pay?",
  header: "Payment",
  options: [
    { label: "By card", description: "" },
    { label: "By invoice", description: "" },
  ],
  multiSelect: false,
};

/** Steps of a model's script that wait until the test says so, one after the other. */
function gates(count: number) {
  const all = Array.from({ length: count }, () => Promise.withResolvers<void>());
  return { until: (n: number) => ({ until: all[n]?.promise }), release: (n: number) => all[n]?.resolve() };
}

/** Says something once nothing is being answered, as the composer asks for. */
async function say(chat: Frame, text: string): Promise<void> {
  await expect.poll(() => chat.locator('article[aria-busy="true"]').count()).toBe(0);
  await askInChat(chat, text);
}
const shows = (chat: Frame, text: string) => chat.getByText(text, { exact: true }).first().waitFor();
const said = (chat: Frame) => chat.locator(".bubble").allTextContents();

describe.skipIf(noChromium)(`two tabs of one visitor${noChromium ? ` (${noChromium})` : ""}`, () => {
  for (const cookies of ["blocked", "allowed"] as const) {
    test(`with third-party storage ${cookies}, what happens in one is seen in the other`, async () => {
      const gate = gates(2);
      const answers = [
        () => ["first half, ", gate.until(0), "second half."],
        () => [{ tool: "AskUserQuestion", input: { questions: [question] } }],
        () => words("An invoice it is."),
        () => ["half an answer", gate.until(1)],
      ];
      await using widget = await startWidget(
        {
          agent: { tools: ["AskUserQuestion"] },
          script: () => (answers.shift() ?? (() => words("Both of you.")))() as never,
        },
        { cookies },
      );
      const asked: string[] = [];
      widget.context.on("request", (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith("/chat-bot/")) asked.push(`${request.method()} ${pathname}`);
      });
      const [one, other] = [await widget.openShop(), await widget.openShop("/next")];
      await other.evaluate("heard = []; addEventListener('message', ({ data }) => heard.push(data))");
      const [a, b] = [await openChat(one), await openChat(other)];
      await a.getByText("Hi! How can we help?").waitFor();
      await b.getByText("Hi! How can we help?").waitFor();
      await Promise.all([inStep(a), inStep(b)]);

      // A message, and its running answer.
      await say(a, "Tell me");
      await b.locator(".bubble", { hasText: "Tell me" }).waitFor();
      await shows(b, "first half,");
      gate.release(0);
      await shows(b, "first half, second half.");
      expect(await b.locator("article").count()).toBe(1);

      // The other way, a question, and its answer, which can be given once.
      await say(b, "I want to order");
      await a.getByRole("radio", { name: "By invoice" }).waitFor({ state: "attached" });
      await b.getByRole("radio", { name: "By invoice" }).check({ force: true });
      await b.getByRole("button", { name: "Send answer" }).click();
      await shows(a, "An invoice it is.");
      await a.locator("dd", { hasText: "By invoice" }).waitFor();
      expect(await a.getByRole("radio").count()).toBe(0);

      // An answer that was stopped.
      await say(a, "Go on");
      await shows(b, "half an answer");
      await b.getByRole("button", { name: "Stop answering" }).click();
      await shows(a, "You stopped this answer.");
      await shows(b, "You stopped this answer.");
      gate.release(1);
      await expect
        .poll(() => said(a))
        .toEqual(["You said: Tell me", "You said: I want to order", "You said: Go on"]);
      expect(await said(b)).toEqual(await said(a));

      // A new chat, also where an unsent text waits, which stays.
      await b.getByRole("textbox", { name: "Your message" }).fill("unsent");
      await one.evaluate("ServiceChat.newChat()");
      await b.getByText("Hi! How can we help?").waitFor();
      expect(await b.getByRole("textbox", { name: "Your message" }).inputValue()).toBe("unsent");

      // Two beginnings at once are one session, and nothing is lost.
      await Promise.all([say(a, "from one"), say(b, "from the other")]);
      const both = ["You said: from one", "You said: from the other"];
      await expect.poll(async () => (await said(a)).toSorted()).toEqual(both);
      await expect.poll(() => said(b)).toEqual(await said(a));
      await expect.poll(() => b.locator('article[aria-busy="true"]').count()).toBe(0);
      const heard = JSON.stringify(await other.evaluate("heard"));
      expect(heard).toContain("servicechat:hello");
      expect(heard).not.toMatch(/Tell me|half|order|from/);

      // A tab that cannot be called finds out when it is used again.
      await other.addInitScript("delete globalThis.BroadcastChannel");
      await other.reload();
      const deaf = await openChat(other);
      await expect.poll(async () => (await said(deaf)).toSorted()).toEqual(both);
      await inStep(deaf);
      await say(a, "Once more");
      await expect.poll(() => a.locator("article").count()).toBe(3);
      await expect.poll(() => a.locator('article[aria-busy="true"]').count()).toBe(0);
      await deaf.evaluate("dispatchEvent(new Event('focus'))");
      await expect.poll(() => said(deaf)).toEqual(await said(a));

      // The menu: a file of the chat; past chats, where they can be kept; erasing, in all tabs.
      const choose = async (item: string) => {
        // A page in the background paints no frames, and a click would wait for one.
        await a.getByRole("button", { name: "Chat menu" }).dispatchEvent("click");
        await a.getByRole("menuitem", { name: item }).dispatchEvent("click");
      };
      const file = nextDownload(one);
      await choose("Download as text");
      expect(await readFile(await (await file).path(), "utf8")).toContain("> Once more\n\n## ");
      await a.getByRole("button", { name: "Chat menu" }).dispatchEvent("click");
      const isKept = (await a.getByRole("menuitem", { name: "Past chats" }).count()) > 0;
      expect(isKept).toBe(cookies === "allowed");
      await a.getByRole("menuitem").first().press("Escape");
      if (isKept) {
        await choose("Past chats");
        await a.getByRole("button", { name: /^Tell me/ }).dispatchEvent("click");
        const first = ["You said: Tell me", "You said: I want to order", "You said: Go on"];
        for (const chat of [a, deaf]) await expect.poll(() => said(chat)).toEqual(first);
      }
      await choose("Erase this chat");
      await a.getByRole("button", { name: "Erase" }).dispatchEvent("click");
      await a.getByText("Hi! How can we help?").waitFor();
      await deaf.evaluate("dispatchEvent(new Event('focus'))");
      await deaf.getByText("Hi! How can we help?").waitFor();
      if (isKept) {
        await choose("Past chats");
        expect(await a.locator(".past-title").allTextContents()).toEqual([expect.stringMatching(/^from/)]);
      }

      expect(widget.service.model.asked).toHaveLength(7);
      expect(asked.filter((line) => line === "POST /chat-bot/")).toHaveLength(7);
      // Each change is looked at, and looking is no change.
      expect(asked.filter((line) => line === "GET /chat-bot/history").length).toBeLessThanOrEqual(20);
    });
  }

  test("when both say something at one moment, each is told of the other's message, though one mark of the two is kept", async () => {
    await using widget = await startWidget();
    // The calls of both are on their way before either has arrived.
    await widget.context.addInitScript(`{
      const { postMessage } = BroadcastChannel.prototype;
      BroadcastChannel.prototype.postMessage = function (data) {
        setTimeout(() => postMessage.call(this, data), 1_000);
      };
    }`);
    const [one, other] = [await widget.openShop(), await widget.openShop("/next")];
    const [a, b] = [await openChatInStep(one), await openChatInStep(other)];
    await say(a, "first");
    await shows(b, "Hello from the model.");
    await expect.poll(() => b.locator('article[aria-busy="true"]').count()).toBe(0);
    await Promise.all([say(a, "from one"), say(b, "from the other")]);
    const both = ["You said: first", "You said: from one", "You said: from the other"];
    await expect.poll(async () => (await said(a)).toSorted()).toEqual(both);
    await expect.poll(async () => (await said(b)).toSorted()).toEqual(both);
  });

  test("what is being written in one, and the place that is read, stay when the other says something", async () => {
    const long = "Many words. ".repeat(300);
    await using widget = await startWidget({ script: () => words(long) });
    const [one, other] = [await widget.openShop(), await widget.openShop("/next")];
    const [a, b] = [await openChat(one), await openChat(other)];
    await a.getByText("Hi! How can we help?").waitFor();
    await Promise.all([inStep(a), inStep(b)]);
    const looks: string[] = [];
    other.on("request", (request) => request.url().endsWith("/history") && looks.push(request.method()));
    await say(a, "Tell me");
    await a.locator("article:not(.live)").waitFor();
    await b.locator("article:not(.live)").waitFor();
    expect(looks).toEqual(["GET"]);
    await a.getByRole("button", { name: "Not helpful" }).dispatchEvent("click");
    const comment = a.locator(".comment textarea");
    await comment.pressSequentially("Too lo");
    await a.evaluate("document.querySelector('.scroller').scrollTo({ top: 120, behavior: 'instant' })");
    const focused = "[document.activeElement.localName, document.activeElement.value]";
    expect(await a.evaluate(focused)).toEqual(["textarea", "Too lo"]);

    await say(b, "And then?");
    await expect.poll(() => said(a)).toEqual(["You said: Tell me", "You said: And then?"]);
    await expect.poll(() => a.locator("article:not(.live)").count()).toBe(2);
    expect(await comment.inputValue()).toBe("Too lo");
    expect(await a.evaluate(focused)).toEqual(["textarea", "Too lo"]);
    expect(await a.evaluate("document.querySelector('.scroller').scrollTop")).toBe(120);
    await a.getByRole("button", { name: "New messages" }).waitFor();
  });
});
