import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { openFakeChat } from "./open-fake-chat.ts";

/** Answers the chat's question about the page, as the launcher does. */
const answerPage = `port.addEventListener("message", ({ data }) => {
  if (data.type === "read-page") port.postMessage({ type: "page", title: document.title, url: "https://shop.example/tents" });
}); 0`;

describe.skipIf(noChromium)(`the page's context${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is what the page set last, and the page's address at the time of sending", async () => {
    await using chat = await openFakeChat({ pageContext: true });
    await chat.page.evaluate(answerPage);
    await chat.page.evaluate(
      "document.title = 'Tents'; port.postMessage({ type: 'context', context: { product: 1 } })",
    );
    await chat.page.evaluate("port.postMessage({ type: 'context', context: { product: 2 } })");
    await chat.say("one");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    await chat.page.evaluate("document.title = 'Checkout'");
    await chat.say("two");
    await expect.poll(() => chat.posted.length).toBe(2);
    const page = { title: "Tents", url: "https://shop.example/tents" };
    expect(chat.posted.map(({ context }) => context)).toEqual([
      { data: { product: 2 }, page },
      { data: { product: 2 }, page: { ...page, title: "Checkout" } },
    ]);
  });

  test("is not asked for unless the agent wants it", async () => {
    await using chat = await openFakeChat();
    await chat.page.evaluate(answerPage);
    await chat.say("one");
    await expect.poll(() => chat.posted.length).toBe(1);
    expect(chat.posted[0]?.context).toBeUndefined();
    expect(await chat.page.evaluate("heard.some(({ type }) => type === 'read-page')")).toBe(false);
  });

  test("is missing from the message if the page does not answer", async () => {
    await using chat = await openFakeChat({ pageContext: true });
    await chat.say("one");
    await expect.poll(() => chat.posted.length).toBe(1);
    expect(chat.posted[0]?.context).toBeUndefined();
  });
});
