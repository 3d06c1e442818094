import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { longHistory } from "./fake-answers.ts";
import { openFakeChat } from "./open-fake-chat.ts";

describe.skipIf(noChromium)(`a printed chat${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("contains the whole conversation, without controls", async () => {
    await using chat = await openFakeChat({ theme: "dark", history: longHistory(30) });
    await chat.say("Hello");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    const frame = await chat.reload();
    await frame.locator(".reply .tools button").first().waitFor({ state: "attached" });
    const sizes = () =>
      frame.evaluate<readonly [inView: number, all: number]>(
        `[document.querySelector(".scroller").clientHeight, document.querySelector(".scroller").scrollHeight]`,
      );
    const [inView, all] = await sizes();
    expect(all).toBeGreaterThan(inView);

    await frame.evaluate("dispatchEvent(new Event('beforeprint'))");
    await chat.page.emulateMedia({ media: "print" });

    await frame.getByText("Question number 1:").waitFor();
    const [printed, whole] = await sizes();
    expect(printed).toBe(whole);
    expect(printed).toBeGreaterThan(inView * 3);
    expect(await frame.evaluate("document.documentElement.scrollHeight")).toBeGreaterThanOrEqual(printed);
    expect(await frame.locator("button:visible, textarea:visible").count()).toBe(0);
    expect(await frame.evaluate("getComputedStyle(document.querySelector('.bubble')).color")).toBe(
      await frame.evaluate("getComputedStyle(document.body).color"),
    );
  });
});
