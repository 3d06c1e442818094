import type { StreamEvent } from "@servicechat/contract";
import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../../../test/support/ask-in-chat.ts";
import { noChromium } from "../../../test/support/chromium.ts";
import { lampSearch } from "../../../test/support/lamp-search.ts";
import { words } from "../../../test/support/model-server.ts";
import { openChat, startWidget } from "../../../test/support/start-widget.ts";
import { untilTrue } from "../../../test/support/until-true.ts";
import { asking, done, whichOrder } from "../gallery/recordings.ts";
import { longHistory } from "./fake-answers.ts";
import { openFakeChat, type FakeChat } from "./open-fake-chat.ts";

/** Alternating higher and lower blocks, so that an estimate of their height is wrong. */
const longText = (parts: number): string =>
  Array.from(
    { length: parts },
    (_, part) => `## Part ${part}\n\n${"Many words. ".repeat(part % 2 === 0 ? 2 : 40)}\n\n- One\n- Two\n\n`,
  ).join("");

const fromEnd = "scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight";
const inScroller = (expression: string): string =>
  `(() => { const scroller = document.querySelector(".scroller"); return ${expression}; })()`;

const toLatest = "Jump to latest";

/** How far from the end the list is once it has been stable for ten frames, in pixels. */
async function distanceFromEnd(chat: Frame): Promise<number> {
  return chat.evaluate<number>(`new Promise((done) => {
    let frames = 0;
    const next = () => ++frames < 10 ? requestAnimationFrame(next) : done(${inScroller(fromEnd)});
    next();
  })`);
}

/** Whether that heading is in view. */
const isInView = `(words) => {
  const view = document.querySelector(".scroller").getBoundingClientRect();
  const heading = [...document.querySelectorAll(".heading")].find((each) => each.textContent === words);
  const { top, bottom } = heading.getBoundingClientRect();
  return top >= view.top - 1 && bottom <= view.bottom + 1;
}`;

/** Scrolls the list with the wheel, and waits until it is stable. */
async function turnWheel({ page, frame }: Pick<FakeChat, "page" | "frame">, by: number): Promise<void> {
  await frame.evaluate(`(() => {
    const scroller = document.querySelector(".scroller");
    const { scrollTop } = scroller;
    window.hasRested = new Promise((rest) => {
      scroller.onscrollend = () => scroller.scrollTop === scrollTop || rest();
    });
  })()`);
  await page.mouse.move(200, 250);
  await page.mouse.wheel(0, by);
  await frame.evaluate("hasRested");
}

/** Which controls in view cannot be clicked at their centre, and how many can; then it scrolls by 20 px. */
interface Pressable {
  readonly covered: readonly string[];
  readonly found: number;
  readonly isAtEnd: boolean;
}
const pressable = `(() => {
  const scroller = document.querySelector(".scroller");
  const { top, bottom } = scroller.getBoundingClientRect();
  const inView = [...scroller.querySelectorAll("button, a, input, summary, pre")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width > 0 && (box.top + box.bottom) / 2 > top && (box.top + box.bottom) / 2 < bottom;
  });
  const covered = inView.filter((each) => {
    const box = each.getBoundingClientRect();
    const there = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return !each.contains(there);
  });
  const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
  scroller.scrollBy({ top: 20, behavior: "instant" });
  return { covered: covered.map((each) => each.outerHTML), isAtEnd, found: inView.length };
})()`;

describe.skipIf(noChromium)(`the reading place${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is the end of a restored history, however long its last answer is", async () => {
    await using widget = await startWidget({ script: () => words(longText(40)) });
    const page = await widget.openShop();
    const first = await openChat(page);
    await askInChat(first, "Everything?");
    await first.locator("article:not(.live)", { hasText: "Part 39" }).waitFor();
    await page.reload();
    const chat = await openChat(page);
    await chat.locator("article .heading", { hasText: "Part 39" }).waitFor();
    await expect.poll(() => distanceFromEnd(chat)).toBeLessThan(2);
    expect(await chat.locator(".to-end").count()).toBe(0);
  });

  test("is the beginning of a long answer until the arrow to its end is clicked, and then the end while it grows", async () => {
    const pressed = Promise.withResolvers<void>();
    const grown = Promise.withResolvers<void>();
    const script = () => [
      ...words(longText(40)),
      { until: pressed.promise },
      ...words("\n\nNow comes the rest.\n\n" + longText(12)),
      { until: grown.promise },
      "That was all.",
    ];
    await using widget = await startWidget({ script });
    const chat = await openChat(await widget.openShop());
    await askInChat(chat, "Everything?");
    await chat.locator("article.live", { hasText: "Part 39" }).waitFor();
    await untilTrue(chat, inScroller(`${fromEnd} > 1000`));
    expect(await chat.getByText("Part 0").isVisible()).toBe(true);

    // It is being read, so it is not new.
    const arrow = chat.getByRole("button", { name: toLatest });
    expect(await arrow.innerText()).toBe("");
    await arrow.click();
    await expect.poll(() => distanceFromEnd(chat)).toBeLessThan(2);
    pressed.resolve();
    await chat.locator("article.live", { hasText: "Now comes the rest." }).waitFor();
    await expect.poll(() => chat.locator("article.live .heading", { hasText: "Part 11" }).count()).toBe(2);
    await expect.poll(() => distanceFromEnd(chat)).toBeLessThan(2);
    grown.resolve();
    await chat.locator("article:not(.live)", { hasText: "That was all." }).waitFor();
    await expect.poll(() => distanceFromEnd(chat)).toBeLessThan(2);
  });

  test("is where a search of the page has found something, even in an answer that has just arrived", async () => {
    const end: StreamEvent = { type: "done", data: {} };
    await using chat = await openFakeChat({ reply: [{ type: "text", data: longText(40) }, 300, end] });
    await chat.say("Everything?");
    const { frame } = chat;
    await frame.locator("article:not(.live) .heading", { hasText: "Part 39" }).waitFor();
    await distanceFromEnd(frame);
    for (const part of [20, 39, 10]) {
      // It is scrolled to without interaction with the list.
      const heading = frame.locator(".heading", { hasText: `Part ${part}` });
      await heading.evaluate((each: { scrollIntoView(): void }) => each.scrollIntoView());
      await distanceFromEnd(frame);
      expect(await frame.evaluate<boolean>(`(${isInView})("Part ${part}")`), `Part ${part}`).toBe(true);
    }
  });

  test("has the button to the end below it even if the message is drawn later, like a form that has to be loaded", async () => {
    await using chat = await openFakeChat({ reply: [asking(whichOrder), done] });
    const { frame, page } = chat;
    await page.setViewportSize({ width: 320, height: 360 });
    const { promise: asked, resolve: release } = Promise.withResolvers<void>();
    await page.route(/assets\/input-controls-/, async (route) => {
      await asked;
      await route.continue();
    });
    await chat.say("Something is wrong with my order");
    await frame.locator(".reply:not(.live)").waitFor();
    await distanceFromEnd(frame);
    release();
    await frame.locator("form.question [type=radio]").first().waitFor();
    await frame.getByRole("button", { name: toLatest }).waitFor();
  });

  test("has New messages below it once there is one out of view, until it has been in view", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const history = longHistory(6);
    await using chat = await openFakeChat({ history, reply: [{ type: "text", data: longText(12) }, done] });
    await chat.say("Hello");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    const frame = await chat.reload();
    await frame.locator(".reply").nth(5).waitFor();
    await expect.poll(() => distanceFromEnd(frame)).toBeLessThan(2);
    chat.change({ holdPosts: held });
    await frame.fill(".composer textarea", "Everything?");
    await frame.press(".composer textarea", "Enter");
    await frame.locator(".reply.live .dots").waitFor();
    await turnWheel({ page: chat.page, frame }, -700);
    const arrow = frame.getByRole("button", { name: toLatest });
    const news = frame.getByRole("button", { name: "New messages" });
    await arrow.waitFor();
    expect(await news.count()).toBe(0);

    release();
    await news.waitFor();
    expect(await arrow.count()).toBe(0);
    const before = await frame.evaluate<number>(inScroller("scroller.scrollTop"));
    await frame.locator(".reply:not(.live) .heading", { hasText: "Part 11" }).waitFor({ state: "attached" });
    expect(await frame.evaluate(inScroller("scroller.scrollTop"))).toBe(before);

    // Its beginning comes into view: the rest is only more of it.
    await frame.evaluate(inScroller("scroller.querySelector('.entries > li:last-child').scrollIntoView()"));
    await arrow.waitFor();
    await turnWheel({ page: chat.page, frame }, -700);
    expect(await news.count()).toBe(0);
    await arrow.press("Enter");
    await expect.poll(() => distanceFromEnd(frame)).toBeLessThan(2);
    await frame.locator(".to-end").waitFor({ state: "detached" });
  });

  test("does not change if a keyboard makes the frame smaller, or text makes the composer higher", async () => {
    await using chat = await openFakeChat({
      reply: [
        { type: "text", data: longText(12) },
        { type: "done", data: {} },
      ],
    });
    const { frame, page } = chat;
    const news = frame.getByRole("button", { name: "New messages" });
    await chat.say("Everything?");
    await frame.locator("article:not(.live) .heading", { hasText: "Part 11" }).waitFor();
    await frame.getByRole("button", { name: toLatest }).click();
    await expect.poll(() => distanceFromEnd(frame)).toBeLessThan(2);
    await turnWheel(chat, -700);

    await page.setViewportSize({ width: 400, height: 400 });
    const distance = await distanceFromEnd(frame);
    await frame.fill(".composer textarea", "One\ntwo\nthree\nfour");
    expect(await distanceFromEnd(frame)).toBeGreaterThan(distance);
    expect(await news.count()).toBe(0);
    expect(await frame.getByRole("button", { name: toLatest }).count()).toBe(1);
  });

  test("does not change if the view is rotated or a form opens below it, nor because of earlier messages that are drawn now", async () => {
    await using chat = await openFakeChat({ feedback: true, history: longHistory(60) });
    await chat.say("Hello");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    const { page } = chat;
    await page.setViewportSize({ width: 640, height: 480 });
    const frame = await chat.reload();
    const news = frame.getByRole("button", { name: "New messages" });
    await frame.getByRole("button", { name: "Not helpful" }).last().waitFor();
    await expect.poll(() => distanceFromEnd(frame)).toBeLessThan(2);

    await turnWheel({ page, frame }, -400);
    const higher = inScroller("scroller.scrollHeight");
    const height = await frame.evaluate<number>(higher);
    await page.setViewportSize({ width: 320, height: 480 });
    await distanceFromEnd(frame);
    expect(await frame.evaluate<number>(higher)).toBeGreaterThan(height);
    expect(await news.count()).toBe(0);

    await frame.getByRole("button", { name: "Not helpful" }).last().press("Enter");
    await frame.locator("form.comment").waitFor();
    await turnWheel({ page, frame }, -400);
    expect(await news.count()).toBe(0);

    await frame.evaluate(inScroller("scroller.scrollTo(0, 300)"));
    await frame.locator(".entries > li:nth-child(50)").waitFor({ state: "attached" });
    await distanceFromEnd(frame);
    expect(await news.count()).toBe(0);
  });

  test("is covered by nothing: everything in view can be clicked, even beside the button to the end", async () => {
    await using chat = await openFakeChat();
    await chat.page.setViewportSize({ width: 320, height: 480 });
    await chat.say("Return my order, please");
    const { frame } = chat;
    await frame.locator(".confirm .primary").waitFor();
    await frame.evaluate("document.querySelector('.scroller').scrollTo(0, 0)");
    await frame.getByRole("button", { name: toLatest }).waitFor();
    let seen = 0;
    for (let round = 0; round < 60; round++) {
      const { covered, isAtEnd, found } = await frame.evaluate<Pressable>(pressable);
      expect(covered).toEqual([]);
      if (await frame.getByRole("button", { name: toLatest }).isVisible()) seen += found;
      if (isAtEnd) break;
    }
    expect(seen).toBeGreaterThan(0);
  });

  test("is kept when something is expanded: the control stays under the pointer", async () => {
    await using widget = await startWidget(lampSearch);
    for (const number of [1, 2, 3, 4, 5]) {
      const location = `lamp-${number}.md`;
      const document = { agentId: "acme-support", source: "test", fingerprint: "1", readAt: 1 };
      const url = `https://shop.example/${location}`;
      await widget.service.storage.knowledge.replaceDocument(
        { ...document, id: `doc_${number}`, location, title: `Lamp ${number}`, url },
        [{ headings: [`Lamp ${number}`], anchor: null, text: `About lamps number ${number}` }],
      );
    }
    const page = await widget.openShop("/", { width: 800, height: 600 });
    let chat = await openChat(page);
    for (const count of [1, 2, 3, 4]) {
      await askInChat(chat, `Where are lamps? ${count}`);
      await expect.poll(() => chat.locator("article:not(.live)").count()).toBe(count);
    }
    await page.reload();
    chat = await openChat(page);
    const line = chat.locator("button.tool-line").last();
    await line.waitFor();
    await expect.poll(() => distanceFromEnd(chat)).toBeLessThan(2);
    const before = await line.boundingBox();
    await line.click();
    await chat.locator(".row").last().waitFor({ state: "attached" });
    expect(await distanceFromEnd(chat)).toBeGreaterThan(50);
    expect((await line.boundingBox())?.y).toBeCloseTo(before?.y ?? Number.NaN, 0);
  });
});
