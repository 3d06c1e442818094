import type { ActionView, HistoryMessage } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { hostileAddresses } from "../../../test/support/hostile-addresses.ts";
import { hostileTexts } from "../../../test/support/hostile-texts.ts";
import { strangeNodes } from "../../../test/support/strange-nodes.ts";
import { createGrowingMarkdown } from "@servicechat/markdown";
import { confirmation } from "../gallery/recordings.ts";
import type { Step } from "../gallery/scene.ts";
import { openFakeChat, type FakeChat } from "./open-fake-chat.ts";

const texts = Object.values(hostileTexts);
const addresses = Object.values(hostileAddresses);
const every = texts.join(" ");
const addressFor = (index: number): string => addresses[index % addresses.length] ?? "";
const rowsOf = (text: string, index: number) => [
  { title: text, detail: text, url: addressFor(index), status: text },
  { title: addressFor(index), url: `https://shop.example/${index}` },
];
const questions = [
  {
    question: every,
    header: every,
    multiSelect: true,
    options: texts.map((text) => ({ label: text, description: text })),
  },
];

/** Every text as an answer, between tools and images that repeat it. */
function hostileReply(cut: (text: string) => string[]): Step[] {
  return texts.flatMap((text, index): Step[] => [
    { type: "tool_usage_start", data: { id: `t${index}`, name: text, title: text } },
    { type: "tool_usage_progress", data: { id: `t${index}`, rows: rowsOf(text, index) } },
    {
      type: "tool_usage_stop",
      data: { id: `t${index}`, status: "succeeded", summary: text, rows: rowsOf(text, index) },
    },
    // Rendering catches up now and then, so that halves of a text are drawn too.
    ...cut(text).flatMap((data, at): Step[] => [{ type: "text", data }, ...(at % 40 === 39 ? [1] : [])]),
    { type: "image", data: { url: addressFor(index), alt: text, mediaType: "image/png" } },
  ]);
}

/** Events from the future, or of a stranger, with names of built-in properties. */
const unknownEvents = ["__proto__", "constructor", "toString", every].map(
  (type) => ({ type: type.replaceAll(/[\n\r]/g, ""), data: { id: "t0", rows: [] } }) as never,
);

function answerTo(text: string): Step[] {
  const done: Step = { type: "done", data: {} };
  if (text === "characters")
    return [
      ...hostileReply(Array.from),
      { type: "ask_user_question", data: { id: "__proto__", questions } },
      done,
    ];
  if (text === "whole")
    return [...hostileReply((whole) => [whole]), ...unknownEvents, confirmation(every), done];
  return [
    { type: "progress", data: every },
    1,
    { type: "error", data: { message: every, retryable: false, code: "__proto__" } },
  ];
}

/** The same as a history, from both sides. */
const history: readonly HistoryMessage[] = texts.flatMap((text, index): HistoryMessage[] => {
  const common = { content: text, created_at: "2026-11-21T05:00:00.000Z", status: "complete" } as const;
  const file = { uploadId: `file_${index}`, name: text, mediaType: text, size: index };
  const answers = JSON.parse(`{"__proto__":${JSON.stringify(text)}}`) as Record<string, string>;
  return [
    { ...common, id: `msg_u${index}`, role: "user", parts: [{ type: "text", text }] },
    { ...common, id: `msg_f${index}`, role: "user", parts: [{ type: "file", ...file }] },
    {
      ...common,
      id: `msg_a${index}`,
      role: "assistant",
      parts: [
        {
          type: "tool",
          id: "__proto__",
          name: text,
          title: text,
          status: "failed",
          rows: rowsOf(text, index),
        },
        { type: "text", text },
        { type: "image", url: addressFor(index), alt: text, mediaType: "image/png" },
        {
          type: "question",
          id: "constructor",
          questions: [{ ...questions[0], question: text, header: text, options: [], multiSelect: false }],
          answer: { answers },
        },
        { type: "follow_ups", questions: [every] },
      ],
    },
  ];
});

const field = { type: "string", title: every, description: every };
const inputSchema = JSON.parse(
  `{"type":"object","properties":{"__proto__":${JSON.stringify(field)},"constructor":${JSON.stringify({ ...field, enum: texts })},"a":${JSON.stringify({ ...field, type: "boolean" })}}}`,
) as Record<string, unknown>;
const actions: readonly ActionView[] = [
  {
    id: "__proto__",
    name: every,
    label: every,
    description: every,
    kind: "form",
    inputSchema,
    confirm: true,
  },
  ...addresses.map((url, index): ActionView => ({
    id: `a${index}`,
    name: url,
    label: texts[index] ?? "",
    description: url,
    kind: "link",
    url,
    confirm: false,
  })),
];

/** Watches for anything that was drawn, run, requested or left in the whole browser. */
function watch(chat: FakeChat) {
  const asked: string[] = [];
  const { page, frame } = chat;
  const homes = [page.url(), frame.url()].map((url) => new URL(url).origin);
  const [pageUrl, frameUrl] = [page.url(), frame.url()];
  page.context().on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "blob:" && !homes.includes(origin)) asked.push(request.url());
  });
  page.on("dialog", (dialog) => {
    asked.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return async (where = frame): Promise<void> => {
    expect(await where.evaluate(strangeNodes)).toEqual([]);
    expect(await where.evaluate("window.__xss")).toBeUndefined();
    expect(await page.evaluate("window.__xss")).toBeUndefined();
    expect([page.url(), where.url()]).toEqual([pageUrl, frameUrl]);
    expect(page.frames()).toHaveLength(2);
    expect(page.context().pages()).toHaveLength(1);
    expect(asked).toEqual([]);
  };
}

describe("hostile text", () => {
  test("Promise 33: cut off after any of its characters, no text has a link that runs or loads anything", () => {
    expect(texts.length).toBeGreaterThanOrEqual(120);
    const safe = /^(?:https?|mailto|tel):/;
    const faults = new Set<string>();
    for (const text of texts) {
      const reader = createGrowingMarkdown();
      const step = text.length > 1000 ? 25 : 1;
      for (let end = step; end <= text.length; end += step)
        JSON.stringify(reader.read(text.slice(0, end), false), (key, value: unknown) => {
          if (/^(?:href|url|src)$/.test(key) && !safe.test(String(value))) faults.add(String(value));
          return value;
        });
    }
    expect([...faults]).toEqual([]);
  });

  test.skipIf(noChromium)(
    `Promise 33: wherever a chat shows it, streamed in characters, streamed whole and from history, it runs nothing, sends no request, and reads the same${noChromium ? ` (${noChromium})` : ""}`,
    async () => {
      await using chat = await openFakeChat({
        config: {
          agent: { name: every, welcomeMessage: every },
          branding: {
            primaryColor: "#0f766e",
            logo: null,
            position: "bottom-right",
            attribution: true,
            style: "windowed",
          },
          features: { actions: true, askUserQuestion: true },
        },
        starters: texts,
        actions,
        history,
      });
      const { frame, page } = chat;
      const expectHarmless = watch(chat);
      const drawn = (selector: string, from = frame) =>
        from
          .locator(selector)
          .evaluateAll((elements) => elements.map((each) => String(Reflect.get(each, "textContent"))));

      await expect.poll(() => frame.locator(".starters > li").count()).toBe(texts.length);
      await expectHarmless();
      await frame.locator(".deeds button").first().click();
      await frame
        .locator("form.filling select option")
        .nth(texts.length - 1)
        .waitFor({ state: "attached" });
      await expectHarmless();
      await frame.locator("form.filling .button.quiet").click();
      await page.evaluate((text) => {
        const { port } = globalThis as unknown as { port: { postMessage(message: unknown): void } };
        for (const type of ["__proto__", "constructor", text]) port.postMessage({ type, text });
        port.postMessage({ type: "locale", lang: text });
        port.postMessage({ type: "theme", theme: text });
        port.postMessage({ type: "prefill", text });
      }, every);
      await expect.poll(() => frame.inputValue(".composer textarea")).toContain("<script>");
      await expectHarmless();

      for (const [index, text] of ["fail", "characters", "whole"].entries()) {
        chat.change({ reply: answerTo(text) });
        await chat.say(text);
        await expect.poll(() => frame.locator('article[aria-busy="false"]').count()).toBe(index + 1);
        await expectHarmless();
      }
      await frame.evaluate(`for (const line of document.querySelectorAll("button.tool-line")) line.click()`);
      await expect.poll(() => frame.locator(".tool-rows .row").count()).toBe(texts.length * 4);
      await expectHarmless();
      const live = await drawn(".markdown");
      expect(live).toHaveLength(texts.length * 2);
      expect(live.slice(0, texts.length)).toEqual(live.slice(texts.length));

      const again = await chat.reload();
      await again.locator("article").first().waitFor();
      await again.locator(".scroller").press("Control+f"); // draws all of it
      await expect.poll(() => again.locator("article .markdown").count()).toBe(texts.length);
      await expectHarmless(again);
      expect(await drawn(".markdown", again)).toEqual(live.slice(0, texts.length));
      expect(await drawn(".said", again)).toHaveLength(texts.length * 2);
      await expect
        .poll(() => drawn(".follow-ups button", again))
        .toEqual([expect.stringContaining("<script>")]);
    },
  );
});
