import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { openChat, startWidget } from "../support/start-widget.ts";

const prompt = (chat: Frame) => chat.getByRole("textbox", { name: "Your message" });
const said = (chat: Frame) => chat.locator(".entries > .said .bubble").allTextContents();
const hears = (chat: Frame, text: string) => chat.locator("article", { hasText: text }).waitFor();
/** The part that keeps tabs in step has loaded. */
const inStep = (chat: Frame) =>
  expect
    .poll(() =>
      chat.evaluate(
        "performance.getEntriesByType('resource').some(({ name, responseEnd }) => /assets\\/menu-and-tabs-.*js/.test(name) && responseEnd > 0)",
      ),
    )
    .toBe(true);

/** Starts to edit the last message, and replaces its text. */
async function change(chat: Frame, text: string): Promise<void> {
  // A page in the background paints no frames, and a click would wait for one.
  await chat.getByRole("button", { name: "Edit message" }).dispatchEvent("click");
  await chat.getByText("Editing your last message").waitFor();
  await prompt(chat).fill(text);
}

describe.skipIf(noChromium)(`changing the last message${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("appears in every tab and after a reload; a tab that is too late keeps what was typed", async () => {
    await using widget = await startWidget({
      script: ({ messages }) => [`Heard: ${String(messages.at(-1)?.content)}`],
    });
    const [one, other] = [await widget.openShop(), await widget.openShop("/next")];
    const [a, b] = [await openChat(one), await openChat(other)];
    await Promise.all([inStep(a), inStep(b)]);
    await askInChat(a, "Where is order 1042?");
    await hears(b, "Heard: Where is order 1042?");

    await change(a, "Where is order 1043?");
    await prompt(a).press("Enter");
    for (const chat of [a, b]) {
      await hears(chat, "Heard: Where is order 1043?");
      await chat.getByRole("button", { name: "1 earlier version" }).waitFor();
      expect(await said(chat)).toEqual(["You said: Where is order 1043?"]);
    }
    expect(JSON.stringify(widget.service.model.asked.at(-1))).not.toContain("1042");

    // The other tab is not notified in the meantime.
    await b.evaluate(
      "Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })",
    );
    await change(b, "From the other");
    await change(a, "From one");
    await prompt(a).press("Enter");
    await hears(a, "Heard: From one");
    widget.browser.trouble.expect(/status of 409/);
    await prompt(b).press("Enter");
    await b.getByRole("alert").filter({ hasText: "can't be changed" }).waitFor();
    await b.locator("article:not(.live)", { hasText: "Heard: From one" }).waitFor();
    expect(await said(b)).toEqual(["You said: From one"]);
    expect(await prompt(b).inputValue()).toBe("From the other");
    expect(JSON.stringify(widget.service.model.asked)).not.toContain("From the other");

    await prompt(b).press("Enter");
    await hears(a, "Heard: From the other");
    await one.reload();
    const again = await openChat(one);
    await hears(again, "Heard: From the other");
    expect(await said(again)).toEqual(["You said: From one", "You said: From the other"]);
    await again.getByRole("button", { name: "2 earlier versions" }).dispatchEvent("click");
    await hears(again, "Heard: Where is order 1042?");
    await hears(again, "Heard: Where is order 1043?");
  });
});
