import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { words } from "../support/model-server.ts";
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
      await other.waitForLoadState("networkidle");

      // A message, and its running answer.
      await askInChat(a, "Tell me");
      await b.locator(".bubble", { hasText: "Tell me" }).waitFor();
      await shows(b, "first half,");
      gate.release(0);
      await shows(b, "first half, second half.");
      expect(await b.locator("article").count()).toBe(1);

      // The other way, a question, and its answer, which can be given once.
      await askInChat(b, "I want to order");
      await a.getByRole("radio", { name: "By invoice" }).waitFor({ state: "attached" });
      await b.getByRole("radio", { name: "By invoice" }).check({ force: true });
      await b.getByRole("button", { name: "Send answer" }).click();
      await shows(a, "An invoice it is.");
      await a.locator("dd", { hasText: "By invoice" }).waitFor();
      expect(await a.getByRole("radio").count()).toBe(0);

      // An answer that was stopped.
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

      // A new chat, also where an unsent text waits, which stays.
      await b.getByRole("textbox", { name: "Your message" }).fill("unsent");
      await one.evaluate("ServiceChat.newChat()");
      await b.getByText("Hi! How can we help?").waitFor();
      expect(await b.getByRole("textbox", { name: "Your message" }).inputValue()).toBe("unsent");

      // Two beginnings at once are one session, and nothing is lost.
      await Promise.all([askInChat(a, "from one"), askInChat(b, "from the other")]);
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
      await other.waitForLoadState("networkidle");
      await askInChat(a, "Once more");
      await expect.poll(() => a.locator("article").count()).toBe(3);
      await expect.poll(() => a.locator('article[aria-busy="true"]').count()).toBe(0);
      await deaf.evaluate("dispatchEvent(new Event('focus'))");
      await expect.poll(() => said(deaf)).toEqual(await said(a));

      expect(widget.service.model.asked).toHaveLength(7);
      expect(asked.filter((line) => line === "POST /chat-bot/")).toHaveLength(7);
      // Each change is looked at, and looking is no change.
      expect(asked.filter((line) => line === "GET /chat-bot/history").length).toBeLessThanOrEqual(16);
    });
  }
});
