import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { hostileAddresses } from "../support/hostile-addresses.ts";
import { hostileTexts } from "../support/hostile-texts.ts";
import type { ModelStep } from "../support/model-server.ts";
import { openChat, startWidget } from "../support/start-widget.ts";
import { strangeNodes } from "../support/strange-nodes.ts";

/**
 * `packages/chat/test/hostile-text.browser.test.ts` covers every other place of a chat; here they go through the whole
 * product.
 */
const texts = Object.entries(hostileTexts);
const addresses = Object.values(hostileAddresses);
/** So few replies can contain all texts, each separate, and none exceeds a model's limit. */
const rounds = 19;
const textsOfReply = rounds + 1;
const replies = Math.ceil(texts.length / textsOfReply);
const sourcesOfSearch = 3;
const searchName = (number: number): string =>
  `group${String.fromCodePoint(97 + (number % 26), 97 + Math.floor(number / 26))}`;

/** The model writes a text and searches for the next sources, repeatedly. */
function sayNext(index: number): ModelStep[] {
  const [, text] = texts[index] ?? ["", ""];
  const said = index % 2 === 0 ? Array.from(text) : [text];
  const isLast = (index + 1) % textsOfReply === 0 || index === texts.length - 1;
  return isLast ? said : [...said, { tool: "search_knowledge", input: { query: searchName(index) } }];
}

const textsOf = (chat: Frame, selector: string): Promise<string[]> =>
  chat
    .locator(selector)
    .evaluateAll((elements) => elements.map((each) => String(Reflect.get(each, "textContent"))));

describe.skipIf(noChromium)(`hostile text${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("Promise 33: from model, visitor and knowledge, streamed and from history, it runs nothing, sends no request, and reads the same", async () => {
    const asked: string[] = [];
    let next = 0;
    await using widget = await startWidget(
      {
        script: () => sayNext(next++),
        agent: {
          tools: ["search_knowledge"],
          knowledge: [{ files: "./none/*.md" }],
          limits: { maxToolRounds: rounds },
        },
        rateLimit: 10_000,
      },
      {
        sites: {
          "canary.example": (request, response) => {
            asked.push(request.url ?? "");
            response.end();
          },
        },
      },
    );
    for (const [index, [name, text]] of texts.entries()) {
      const title = text.slice(0, 200).toWellFormed();
      await widget.service.storage.knowledge.replaceDocument(
        {
          id: `doc_${index}`,
          agentId: "acme-support",
          source: "test",
          location: name,
          title,
          url: addresses[index % addresses.length] ?? null,
          fingerprint: "1",
          readAt: 1,
        },
        [
          {
            headings: [title],
            anchor: null,
            text: `${searchName(Math.floor(index / sourcesOfSearch))} ${name}`,
          },
        ],
      );
    }
    const page = await widget.openShop();
    async function expectHarmless(chat: Frame): Promise<void> {
      await chat.evaluate(
        `for (const line of document.querySelectorAll("button.tool-line[aria-expanded=false]")) line.click()`,
      );
      expect(await chat.evaluate(strangeNodes)).toEqual([]);
      expect(await chat.evaluate("window.__xss")).toBeUndefined();
      expect(await page.evaluate("window.__xss")).toBeUndefined();
      expect(page.url()).toBe("https://shop.example/");
      expect(widget.context.pages().filter((each) => each.url() !== "about:blank")).toHaveLength(1);
      expect(asked).toEqual([]);
    }

    let chat = await openChat(page);
    for (let turn = 0; turn < replies; turn++) {
      const said = texts.slice(turn * textsOfReply).map(([, text]) => text.replaceAll("\u2028", ""));
      await askInChat(chat, said.join("\n").slice(0, 7900).toWellFormed());
      await expect.poll(() => chat.locator('article[aria-busy="false"]').count()).toBe(turn + 1);
    }
    await expectHarmless(chat);
    const selectors = [".markdown", ".row", ".bubble"];
    const live = await Promise.all(selectors.map((selector) => textsOf(chat, selector)));
    expect(live.map(({ length }) => length)).toEqual([texts.length, expect.any(Number), replies]);
    expect(live[1]?.length).toBeGreaterThan(100);

    await page.reload();
    chat = await openChat(page);
    await expect.poll(() => chat.locator(".markdown").count()).toBe(texts.length);
    await expectHarmless(chat);
    expect(await Promise.all(selectors.map((selector) => textsOf(chat, selector)))).toEqual(live);
  });
});
