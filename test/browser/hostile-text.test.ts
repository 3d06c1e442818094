import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { hostileTexts } from "../support/hostile-texts.ts";
import type { ModelScript } from "../support/model-server.ts";
import { openChat, startWidget } from "../support/start-widget.ts";

const texts = Object.entries(hostileTexts);

/** What may be drawn of a text: no element that loads or runs anything, and no attribute but these. */
const strangeNodes = `[...document.querySelectorAll(".entries *")].flatMap((element) => {
  const tags = "a article blockquote br button code del div em figcaption figure hr input li ol p path pre small span strong svg table tbody td th thead tr ul";
  const attributes = /^(?:class|dir|href|target|rel|title|type|role|tabindex|start|scope|disabled|checked|width|height|viewBox|d|align|aria-[a-z]+)$/;
  const strange = [...element.attributes].filter(({ name }) => !attributes.test(name)).map(({ name }) => name);
  const href = element.getAttribute("href");
  if (href !== null && !/^(?:https?:|mailto:|tel:)/.test(href)) strange.push(href);
  if (!tags.split(" ").includes(element.localName)) strange.push(element.localName);
  return strange;
})`;

/** A widget beside a stranger that writes down whoever asks it. Anything asked or run besides is trouble. */
async function startBesideCanary(script: ModelScript, agent: Record<string, unknown> = {}) {
  const asked: string[] = [];
  const widget = await startWidget(
    { script, agent, rateLimit: 10_000 },
    {
      sites: {
        "canary.example": (request, response) => {
          asked.push(request.url ?? "");
          response.end();
        },
      },
    },
  );
  async function expectHarmless(page: Page, chat: Frame): Promise<void> {
    expect(await chat.evaluate(strangeNodes)).toEqual([]);
    expect(await chat.evaluate("window.__xss")).toBeUndefined();
    expect(await page.evaluate("window.__xss")).toBeUndefined();
    expect(page.url()).toBe("https://shop.example/");
    expect(widget.context.pages().filter((each) => each.url() !== "about:blank")).toHaveLength(1);
    expect(asked).toEqual([]);
  }
  return { widget, expectHarmless };
}

/** Chats skip drawing what is scrolled away, and then it has no visible text: here all of it is drawn. */
const drawAll = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".entries > li { content-visibility: visible !important }");
  document.adoptedStyleSheets = [sheet];
})()`;

/** The visible text of each answer, or of each message of the visitor. */
async function textsOf(chat: Frame, selector: string): Promise<string[]> {
  await chat.evaluate(drawAll);
  return chat
    .locator(selector)
    .evaluateAll((elements) => elements.map((each) => String(Reflect.get(each, "innerText"))));
}

describe.skipIf(noChromium)(`hostile text${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("Promise 33: from model and visitor, streamed in single characters, streamed whole and from history, it runs nothing, asks no one, and reads the same", async () => {
    expect(texts.length).toBeGreaterThan(40);
    let next: Iterable<string> = [];
    const { widget, expectHarmless } = await startBesideCanary(() => next);
    await using _ended = widget;
    const page = await widget.openShop();
    let chat = await openChat(page);
    for (const [index, [, text]] of texts.entries()) {
      for (const [turn, steps] of [Array.from(text), [text]].entries()) {
        next = steps;
        await askInChat(chat, text.replaceAll("\u2028", ""));
        const answers = chat.locator('article[aria-busy="false"]');
        await expect.poll(() => answers.count(), { timeout: 20_000 }).toBe(index * 2 + turn + 1);
      }
    }
    await expectHarmless(page, chat);
    const live = await textsOf(chat, "article");
    const said = await textsOf(chat, ".bubble");

    await page.reload();
    chat = await openChat(page);
    await expect.poll(() => chat.locator("article").count(), { timeout: 20_000 }).toBe(texts.length * 2);
    await chat.locator(".markdown").first().waitFor();
    const again = await textsOf(chat, "article");
    for (const [index, [name]] of texts.entries()) {
      expect([name, live[index * 2]]).toEqual([name, expect.stringMatching(/said:\s+\S/)]);
      expect([name, live[index * 2]]).toEqual([name, live[index * 2 + 1]]);
      expect([name, again[index * 2]]).toEqual([name, live[index * 2]]);
    }
    expect(await textsOf(chat, ".bubble")).toEqual(said);
    await expectHarmless(page, chat);
  }, 150_000);

  test("Promise 33: as titles, headings and addresses of sources it runs nothing, asks no one, and reads the same from history", async () => {
    const group = (index: number) => `group${String.fromCodePoint(97 + Math.floor(index / 6))}`;
    let asked = 0;
    const { widget, expectHarmless } = await startBesideCanary(
      ({ messages }) =>
        messages.at(-1)?.role === "tool"
          ? ["Found."]
          : [{ tool: "search_knowledge", input: { query: group(asked++ * 6) } }],
      { tools: ["search_knowledge"], knowledge: [{ files: "./none/*.md" }] },
    );
    await using _ended = widget;
    for (const [index, [name, text]] of texts.entries()) {
      await widget.service.storage.knowledge.replaceDocument(
        {
          id: `doc_${index}`,
          agentId: "acme-support",
          source: "test",
          location: name,
          title: text.slice(0, 200),
          url: index % 2 === 0 ? `javascript:window.__xss=${index}` : `https://shop.example/${index}`,
          fingerprint: "1",
          readAt: 1,
        },
        [{ headings: [text.slice(0, 200)], anchor: null, text: `${group(index)} ${name}` }],
      );
    }
    const page = await widget.openShop();
    let chat = await openChat(page);
    const groups = Math.ceil(texts.length / 6);
    for (let turn = 1; turn <= groups; turn++) {
      await askInChat(chat, "Search");
      await expect
        .poll(() => chat.locator('article[aria-busy="false"]').count(), { timeout: 20_000 })
        .toBe(turn);
    }
    async function unfold(): Promise<string[]> {
      for (const line of await chat.locator("button.tool-line").all()) await line.click();
      return textsOf(chat, ".row");
    }
    const live = await unfold();
    expect(live.length).toBeGreaterThan(40);
    await expectHarmless(page, chat);

    await page.reload();
    chat = await openChat(page);
    await expect.poll(() => chat.locator("button.tool-line").count(), { timeout: 20_000 }).toBe(groups);
    expect(await unfold()).toEqual(live);
    await expectHarmless(page, chat);
  }, 90_000);
});
