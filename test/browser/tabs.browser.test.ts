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

/** Steps of a model's script that wait until the test releases them, one after the other. */
function gates(count: number) {
  const all = Array.from({ length: count }, () => Promise.withResolvers<void>());
  return { until: (n: number) => ({ until: all[n]?.promise }), release: (n: number) => all[n]?.resolve() };
}

const shows = (chat: Frame, text: string) => chat.getByText(text, { exact: true }).first().waitFor();
const said = (chat: Frame) => chat.locator(".bubble").allTextContents();

describe.skipIf(noChromium)(`two tabs of one visitor${noChromium ? ` (${noChromium})` : ""}`, () => {
  for (const cookies of ["blocked", "allowed"] as const) {
    test(`with third-party storage ${cookies}, what happens in one appears in the other`, async () => {
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

      // A message, and the answer in progress.
      await askInChat(a, "Tell me");
      await b.locator(".bubble", { hasText: "Tell me" }).waitFor();
      await shows(b, "first half,");
      gate.release(0);
      await shows(b, "first half, second half.");
      expect(await b.locator("article").count()).toBe(1);

      // In the other direction, a question, and its answer, which can be given once.
      await askInChat(b, "I want to order");
      await a.getByRole("radio", { name: "By invoice" }).waitFor({ state: "attached" });
      await b.getByRole("radio", { name: "By invoice" }).check({ force: true });
      await b.getByRole("button", { name: "Send answer" }).click();
      await shows(a, "An invoice it is.");
      await a.locator("dd", { hasText: "By invoice" }).waitFor();
      expect(await a.getByRole("radio").count()).toBe(0);

      // A stopped answer.
      await askInChat(a, "Go on");
      await shows(b, "half an answer");
      await b.getByRole("button", { name: "Stop answering" }).click();
      await shows(a, "You stopped this answer.");
      await shows(b, "You stopped this answer.");
      gate.release(1);
      await expect
        .poll(() => said(a))
        .toEqual(["You said: Tell me", "You said: I want to order", "You said: Go on"]);
      expect(await said(b)).toEqual(await said(a));

      // A new chat, even if there is an unsent text, which remains.
      await b.getByRole("textbox", { name: "Your message" }).fill("unsent");
      await one.evaluate("ServiceChat.newChat()");
      await b.getByText("Hi! How can we help?").waitFor();
      expect(await b.getByRole("textbox", { name: "Your message" }).inputValue()).toBe("unsent");

      // Two simultaneous first messages open one session, and nothing is lost.
      await Promise.all([askInChat(a, "from one"), askInChat(b, "from the other")]);
      const both = ["You said: from one", "You said: from the other"];
      await expect.poll(async () => (await said(a)).toSorted()).toEqual(both);
      await expect.poll(() => said(b)).toEqual(await said(a));
      await expect.poll(() => b.locator('article[aria-busy="true"]').count()).toBe(0);
      const heard = JSON.stringify(await other.evaluate("heard"));
      expect(heard).toContain("servicechat:hello");
      expect(heard).not.toMatch(/Tell me|half|order|from/);

      // A tab that cannot be notified catches up when it is used again.
      await other.addInitScript("delete globalThis.BroadcastChannel");
      await other.reload();
      const deaf = await openChat(other);
      await expect.poll(async () => (await said(deaf)).toSorted()).toEqual(both);
      await inStep(deaf);
      await askInChat(a, "Once more");
      await expect.poll(() => a.locator("article").count()).toBe(3);
      await expect.poll(() => a.locator('article[aria-busy="true"]').count()).toBe(0);
      await deaf.evaluate("dispatchEvent(new Event('focus'))");
      await expect.poll(() => said(deaf)).toEqual(await said(a));

      // The menu: downloading the chat; past chats, if they can be stored; erasing, in all tabs.
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
      // Each change is read once, and reading is not a change.
      expect(asked.filter((line) => line === "GET /chat-bot/history").length).toBeLessThanOrEqual(20);
    });
  }

  test("what is said in one is seen in the other, even if that one could not listen to other tabs yet", async () => {
    await using widget = await startWidget();
    const a = await openChatInStep(await widget.openShop());
    await askInChat(a, "first");
    await shows(a, "Hello from the model.");
    const other = await widget.openShop("/next");
    const held = Promise.withResolvers<void>();
    await other.route(/\/assets\/menu-and-tabs-.*js/, (route) => held.promise.then(() => route.continue()));
    const b = await openChat(other);
    await shows(b, "Hello from the model.");
    await askInChat(a, "second");
    await expect.poll(() => a.locator("article:not(.live)").count()).toBe(2);
    held.resolve();
    await expect.poll(() => said(b)).toEqual(["You said: first", "You said: second"]);
  });

  test("when both send a message at the same time, each is told about the other's, although only one of the two revision marks remains", async () => {
    await using widget = await startWidget();
    // Both notifications are sent before either arrives.
    await widget.context.addInitScript(`{
      const { postMessage } = BroadcastChannel.prototype;
      BroadcastChannel.prototype.postMessage = function (data) {
        setTimeout(() => postMessage.call(this, data), 1_000);
      };
    }`);
    const [one, other] = [await widget.openShop(), await widget.openShop("/next")];
    const [a, b] = [await openChatInStep(one), await openChatInStep(other)];
    await askInChat(a, "first");
    await shows(b, "Hello from the model.");
    await expect.poll(() => b.locator('article[aria-busy="true"]').count()).toBe(0);
    await Promise.all([askInChat(a, "from one"), askInChat(b, "from the other")]);
    const both = ["You said: first", "You said: from one", "You said: from the other"];
    await expect.poll(async () => (await said(a)).toSorted()).toEqual(both);
    await expect.poll(async () => (await said(b)).toSorted()).toEqual(both);
  });

  test("a draft and the scroll position in one remain when the other sends something", async () => {
    const long = "Many words. ".repeat(300);
    const released = Promise.withResolvers<void>();
    await using widget = await startWidget({ script: () => [long, { until: released.promise }] });
    const [one, other] = [await widget.openShop(), await widget.openShop("/next")];
    const [a, b] = [await openChat(one), await openChat(other)];
    await a.getByText("Hi! How can we help?").waitFor();
    await Promise.all([inStep(a), inStep(b)]);
    const looks: string[] = [];
    other.on("request", (request) => request.url().endsWith("/history") && looks.push(request.method()));
    await askInChat(a, "Tell me");
    // An answer that ends before the other tab follows it would be read once more.
    await b.locator("article.live", { hasText: "Many words." }).waitFor();
    released.resolve();
    await a.locator("article:not(.live)").waitFor();
    await b.locator("article:not(.live)").waitFor();
    expect(looks).toEqual(["GET"]);
    await a.getByRole("button", { name: "Not helpful" }).dispatchEvent("click");
    const comment = a.locator(".comment textarea");
    await comment.pressSequentially("Too lo");
    await a.evaluate("document.querySelector('.scroller').scrollTo({ top: 120, behavior: 'instant' })");
    const focused = "[document.activeElement.localName, document.activeElement.value]";
    expect(await a.evaluate(focused)).toEqual(["textarea", "Too lo"]);

    await askInChat(b, "And then?");
    await expect.poll(() => said(a)).toEqual(["You said: Tell me", "You said: And then?"]);
    await expect.poll(() => a.locator("article:not(.live)").count()).toBe(2);
    expect(await comment.inputValue()).toBe("Too lo");
    expect(await a.evaluate(focused)).toEqual(["textarea", "Too lo"]);
    expect(await a.evaluate("document.querySelector('.scroller').scrollTop")).toBe(120);
    await a.getByRole("button", { name: "New messages" }).waitFor();
  });
});
