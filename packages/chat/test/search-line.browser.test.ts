import type { StreamEvent } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import {
  citedAnswer,
  done,
  emptyHandedAnswer,
  linkingAnswer,
  said,
  sources,
  toolFailed,
  toolStarted,
} from "../gallery/recordings.ts";
import { openFakeChat } from "./open-fake-chat.ts";

const searched = "Searched the knowledge base";
const again = (rows: typeof sources): readonly StreamEvent[] => [
  { type: "tool_usage_start", data: { id: "t2", name: "search_knowledge", title: "Searching" } },
  { type: "tool_usage_stop", data: { id: "t2", status: "succeeded", summary: "2 passages found", rows } },
];

describe.skipIf(noChromium)(`the search of an answer${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is the same quiet line whether the answer has citations or links, and expands to the results", async () => {
    for (const reply of [citedAnswer, linkingAnswer]) {
      await using chat = await openFakeChat({ reply });
      await chat.say("How do returns work?");
      const answer = chat.frame.locator(".reply:not(.live)");
      const search = answer.getByRole("button", { name: searched, expanded: false });
      await search.waitFor();
      expect(await search.innerText()).toBe(searched);
      expect(await answer.innerText()).not.toMatch(/passages? found|Details|\d+ sources?/);
      expect(await answer.locator(".icon-check").count()).toBe(0);
      expect((await search.boundingBox())?.height).toBeGreaterThanOrEqual(24);
      await search.press("Enter");
      expect(
        await answer.getByRole("listitem").filter({ hasText: "Terms of the shop" }).count(),
      ).toBeGreaterThan(0);
      await answer
        .locator(".tool-rows")
        .getByRole("link", { name: /Orders API/ })
        .waitFor();
    }
  });

  test("is a quiet line without a tick or a count if the answer names no source, or nothing was found", async () => {
    const empty: StreamEvent = {
      type: "tool_usage_stop",
      data: { id: "t1", status: "succeeded", summary: "0 passages found", rows: [] },
    };
    await using chat = await openFakeChat({ reply: emptyHandedAnswer });
    await chat.say("What is the weather?");
    const answers = chat.frame.locator(".reply:not(.live)");
    const line = answers.getByRole("button", { name: searched });
    await line.waitFor();
    expect(await line.innerText()).toBe(searched);
    chat.change({ reply: [toolStarted, empty, ...said("I could not find anything."), done] });
    await chat.say("And tomorrow?");
    await answers.nth(1).getByText(searched).waitFor();
    expect(await answers.getByRole("button", { name: searched }).count()).toBe(1);
    expect(await answers.locator(".icon-check, .sources, .cite").count()).toBe(0);
    expect(await chat.frame.locator(".entries").innerText()).not.toMatch(/passages? found|\d+ sources?/);
  });

  test("is one control however often the agent has searched, with each result once", async () => {
    await using chat = await openFakeChat({
      reply: [...citedAnswer.slice(0, 2), ...again(sources.slice(0, 2)), ...said("So it is [2]."), done],
    });
    await chat.say("How do returns work?");
    const search = chat.frame.locator(".reply:not(.live)").getByRole("button", { name: searched });
    await search.click();
    expect(await chat.frame.locator(".row-title").allInnerTexts()).toEqual(sources.map(({ title }) => title));
  });

  test("is visible if it failed, like any tool, with what is known instead of what was expected", async () => {
    const failed: StreamEvent = {
      type: "tool_usage_stop",
      data: { id: "t1", status: "failed", rows: [{ title: "It took too long", status: "failed" }] },
    };
    await using chat = await openFakeChat({ reply: [toolStarted, failed, ...said("I cannot say."), done] });
    await chat.say("How do returns work?");
    const { frame } = chat;
    await frame.getByRole("button", { name: "Searching the documentation failed" }).click();
    expect(await frame.locator(".row").allInnerTexts()).toEqual(["It took too long\nfailed"]);

    // A service of an earlier version leaves the rows as they were.
    chat.change({
      reply: [
        ...toolFailed.slice(0, 2),
        { type: "tool_usage_stop", data: { id: "t1", status: "failed" } },
        done,
      ],
    });
    await chat.say("Where is my order?");
    await frame.getByRole("button", { name: "Looking up the order failed" }).click();
    expect(await frame.locator(".row").last().innerText()).toBe("Waiting for an answer\nfailed");
  });
});

describe.skipIf(noChromium)(`a copied answer${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("has the visible numbers and list, as text and as HTML", async () => {
    const text =
      "Free labels [2], for $5, within `[1]` 30 days [1]. See [Orders](https://developers.acme.example/orders) [4].";
    await using chat = await openFakeChat({ reply: [...citedAnswer.slice(0, 2), ...said(text), done] });
    const { frame, page } = chat;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await chat.say("How do returns work?");
    await frame.locator(".reply:not(.live) .sources").waitFor();
    await frame.locator(".reply:not(.live)").getByRole("button", { name: "Copy answer" }).click();
    await frame.getByText("Copied", { exact: true }).waitFor({ state: "attached" });
    const copied = await page.evaluate<{ text: string; html: string }>(`(async () => {
      const [item] = await navigator.clipboard.read();
      const read = async (type) => (await item.getType(type)).text();
      return { text: await read("text/plain"), html: await read("text/html") };
    })()`);
    expect(copied.text).toBe(
      "Free labels [1], for $5, within [1] 30 days [2]. See Orders (https://developers.acme.example/orders).\n\n" +
        "Sources\n" +
        "[1] Shipping costs and delivery times (https://acme.example/help/shipping)\n" +
        "[2] Returns › How long (https://acme.example/help/returns#how-long)",
    );
    const words = copied.html.replace(/<[^>]*>/g, "");
    expect(words).toContain("Free labels [1], for $5, within [1] 30 days [2]. See Orders.");
    expect(words).toMatch(/Sources\s*Shipping costs and delivery times\s*Returns › How long$/);
    expect(copied.html).toContain('<a href="https://acme.example/help/shipping">');
    expect(copied.html).not.toMatch(/<button|class=/);
  });
});
