import type { HistoryMessage } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { dayName } from "../src/answer-view/day-name.ts";
import { longHistory } from "./fake-answers.ts";
import { openFakeChat } from "./open-fake-chat.ts";

const day = 86_400_000;

test("a day is named as people do: today, yesterday, then by its date, with the year if it is another one", () => {
  const now = new Date(2026, 10, 21, 0, 30).getTime();
  const name = (days: number, lang = "en-GB") => dayName(now - days * day, now, lang);
  expect([name(0), name(1), name(2), name(400)]).toEqual([
    "Today",
    "Yesterday",
    "Thursday 19 November",
    "Friday, 17 October 2025",
  ]);
  expect([name(0, "de"), name(1, "fr"), name(1, "ja")]).toEqual(["Heute", "Hier", "昨日"]);
  // Days are those of the visitor's clock, however few hours are in between.
  expect(dayName(now - 3_600_000, now, "en")).toBe("Yesterday");
});

/** The conversation of `longHistory`, with the last ten turns yesterday, and all others a week ago. */
function history(turns: number): HistoryMessage[] {
  const messages = longHistory(turns);
  return messages.map((message, index) => {
    const days = index < messages.length - 20 ? 7 : 1;
    return { ...message, created_at: new Date(Date.now() - days * day).toISOString() };
  });
}

describe.skipIf(noChromium)(`the line of a day${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("has the machine-readable date in the visitor's time zone; it is there even if the first message of that day was replaced", async () => {
    const messages = longHistory(2).map((each, index) => ({
      ...each,
      created_at: "2025-11-20T12:00:00.000Z",
      ...(index < 2 && { replaced: true as const }),
    }));
    await using chat = await openFakeChat({ history: messages });
    const { page } = chat;
    await chat.say("Hello");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    const browser = await page.context().newCDPSession(page);
    // Fourteen hours before Greenwich.
    await browser.send("Emulation.setTimezoneOverride", { timezoneId: "Pacific/Kiritimati" });
    const frame = await chat.reload();
    const line = frame.locator(".day time");
    expect(await line.textContent()).toContain("November 21, 2025");
    expect(await line.getAttribute("datetime")).toBe("2025-11-21");
    expect(await frame.locator(".said .time").getAttribute("datetime")).toBe("2025-11-20T12:00:00.000Z");
  });
});

describe.skipIf(noChromium)(
  `a conversation of a thousand messages${noChromium ? ` (${noChromium})` : ""}`,
  () => {
    test("is drawn from its end, with its days, and further up when scrolled to, without moving", async () => {
      await using chat = await openFakeChat({ history: history(500) });
      await chat.say("Hello");
      await chat.frame.locator(".reply:not(.live)").waitFor();
      const frame = await chat.reload();
      await frame.locator(".reply strong", { hasText: /^500$/ }).waitFor();
      const drawn = () => frame.locator(".entries > li:not(.day)").count();
      await expect.poll(() => frame.locator(".day").count()).toBeGreaterThan(0);
      expect(await drawn()).toBeLessThan(100);
      await frame.locator(".day", { hasText: "Yesterday" }).waitFor({ state: "attached" });
      expect(await frame.getByText("Today").count()).toBe(0);
      expect(await frame.locator(".said .time").last().getAttribute("title")).toMatch(/\d:\d\d:\d\d/);

      const before = await drawn();
      const moved = await frame.evaluate<number>(`(async () => {
      const frames = async (count) => {
        while (count-- > 0) await new Promise(requestAnimationFrame);
      };
      const scroller = document.querySelector(".scroller");
      const list = document.querySelector(".entries");
      scroller.scrollTop = 1000;
      await frames(10); // until what came into view is laid out
      const seen = [...list.children].find((each) => each.getBoundingClientRect().bottom > 200);
      const top = seen.getBoundingClientRect().top;
      const count = list.children.length;
      scroller.scrollTop -= 200;
      for (let tries = 0; list.children.length === count && tries < 600; tries++) await frames(1);
      await frames(3);
      return seen.getBoundingClientRect().top - top;
    })()`);
      expect(await drawn()).toBeGreaterThan(before);
      expect(moved).toBeCloseTo(200, -1);

      // Everything is there for a search of the page.
      await frame.locator(".scroller").press("Control+f");
      await expect.poll(drawn).toBe(1000);
    });

    test("can be searched as a whole as soon as its end is drawn", async () => {
      await using chat = await openFakeChat({ history: history(60) });
      await chat.say("Hello");
      await chat.frame.locator(".reply:not(.live)").waitFor();
      // Directly after that, before the browser has time for anything else.
      await chat.page.addInitScript(`new MutationObserver((_, observer) => {
        if (!document.querySelector("article")) return;
        observer.disconnect();
        dispatchEvent(new KeyboardEvent("keydown", { key: "f", ctrlKey: true }));
      }).observe(document, { childList: true, subtree: true })`);
      const frame = await chat.reload();
      await expect.poll(() => frame.locator(".entries > li:not(.day)").count()).toBe(120);
    });

    test("moves only with the wheel, however high the new content is", async () => {
      const messages = history(60).map((each, index) =>
        index % 7 === 3 ? { ...each, content: "word ".repeat(300), parts: [] } : each,
      );
      await using chat = await openFakeChat({ history: messages });
      await chat.say("Hello");
      await chat.frame.locator(".reply:not(.live)").waitFor();
      const frame = await chat.reload();
      await frame.locator(".reply strong", { hasText: /^60$/ }).waitFor();
      // From frame to frame, the content in view moves as far as the list was scrolled. The test above checks that more
      // is drawn.
      await frame.evaluate(`(() => {
      const scroller = document.querySelector(".scroller");
      const list = document.querySelector(".entries");
      window.jumps = [];
      let seen, top, scrolled, count;
      (function look() {
        const jump = seen && seen.getBoundingClientRect().top - top - (scrolled - scroller.scrollTop);
        if (seen && count === list.children.length && Math.abs(jump) > 2) jumps.push(jump);
        seen = [...list.children].findLast((each) => each.getBoundingClientRect().top < 500);
        top = seen.getBoundingClientRect().top;
        scrolled = scroller.scrollTop;
        count = list.children.length;
        requestAnimationFrame(look);
      })();
    })()`);
      const top = () => frame.evaluate<number>("document.querySelector('.scroller').scrollTop");
      const before = await top();
      await chat.page.mouse.move(200, 300);
      for (let turn = 0; turn < 20; turn++) {
        await chat.page.mouse.wheel(0, -120);
        await frame.evaluate("new Promise(requestAnimationFrame)");
      }
      await expect.poll(top).not.toBe(before);
      expect(await frame.evaluate("jumps")).toEqual([]);
    });
  },
);
