import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import type { Step } from "../gallery/scene.ts";
import { longHistory } from "./fake-answers.ts";
import { openFakeChat } from "./open-fake-chat.ts";

const pieces = 40;
const first: Step = { type: "text", data: "Piece 0. " };
const others: readonly Step[] = [
  ...Array.from({ length: pieces - 1 }, (_, n): Step[] => [
    25,
    { type: "text", data: `Piece ${n + 1}. ` },
  ]).flat(),
  25,
  { type: "done", data: {} },
];

/**
 * Counts in `window.renders` how often those components render whose root element a selector finds (Preact's tree:
 * `__k`, `__c`).
 */
const countRenders = (selectors: readonly string[]): string => `(() => {
  window.renders = {};
  for (const selector of ${JSON.stringify(selectors)}) {
    renders[selector] = -1;
    const walk = (node) => {
      const own = node?.__k?.find(Boolean);
      if (typeof node?.type === "function" && typeof own?.type === "string" && own.__e.matches(selector)) {
        const { render } = node.__c;
        renders[selector] = 0;
        node.__c.render = function (...given) {
          renders[selector] += 1;
          return render.apply(this, given);
        };
      }
      for (const child of node?.__k ?? []) if (child && typeof child === "object") walk(child);
    };
    walk(document.getElementById("chat").__k);
  }
})()`;

describe.skipIf(noChromium)(`while an answer grows${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("the day lines and the menu are not rendered again with every frame", async () => {
    const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const history = longHistory(3).map((each, index) => ({ ...each, created_at: at(9 - index) }));
    await using chat = await openFakeChat({ history, reply: [first, ...others] });
    await chat.say("Hello");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    const isCounted = Promise.withResolvers<void>();
    chat.change({ reply: [first, isCounted.promise, ...others] });
    const frame = await chat.reload();
    await frame.locator(".day").nth(2).waitFor({ state: "attached" });
    await frame.getByRole("button", { name: "Chat menu" }).waitFor();
    await frame.fill(".composer textarea", "How long?");
    await frame.press(".composer textarea", "Enter");
    await frame.locator(".reply.live", { hasText: "Piece 0." }).waitFor();

    const selectors = [".day", ".chat-menu", ".conversation"];
    await frame.evaluate(countRenders(selectors));
    isCounted.resolve();
    await frame.locator(".reply:not(.live)", { hasText: `Piece ${pieces - 1}.` }).waitFor();
    const renders = await frame.evaluate<Record<string, number>>("renders");
    expect(renders[".conversation"]).toBeGreaterThan(5);
    expect(renders[".day"]).toBe(0);
    expect(renders[".chat-menu"]).toBe(0);
  });

  test.each([
    { place: "in view", before: "", max: 25 },
    { place: "below it", before: "A line\n\n".repeat(60), max: 7 },
  ])("what is added $place is rendered at most $max times a second", async ({ before, max }) => {
    const isCounted = Promise.withResolvers<void>();
    const beginning: Step = { type: "text", data: `${before}Piece of a beginning.` };
    await using chat = await openFakeChat({ reply: [beginning, isCounted.promise, first, ...others] });
    await chat.say("Hello");
    await chat.frame.locator(".reply.live", { hasText: "Piece of a beginning." }).waitFor();
    await chat.frame.evaluate(countRenders([".conversation"]));
    const begun = Date.now();
    isCounted.resolve();
    await chat.frame.locator(".reply:not(.live)", { hasText: `Piece ${pieces - 1}.` }).waitFor();
    const seconds = (Date.now() - begun) / 1000;
    const renders = await chat.frame.evaluate<Record<string, number>>("renders");
    expect(renders[".conversation"]).toBeGreaterThan(2);
    // What appears at the end, such as the tools below the answer, is rendered at once.
    expect((renders[".conversation"] ?? 0) - 4).toBeLessThan(seconds * max);
  });
});
