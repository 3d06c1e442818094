import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { openChatInStep } from "../support/in-step.ts";
import { openChat, startWidget } from "../support/start-widget.ts";

const day = 86_400_000;

describe.skipIf(noChromium)(`a wrong clock${noChromium ? ` (${noChromium})` : ""}`, () => {
  for (const [how, by] of [
    ["a day fast", 1.2 * day],
    ["a year slow", -365 * day],
    ["forty days fast", 40 * day],
  ] as const) {
    test(`${how}: days and times are the service's, and past chats remain`, async () => {
      await using widget = await startWidget({}, { cookies: "allowed" });
      const { context } = widget;
      const page = await widget.openShop();
      const first = await openChatInStep(page);
      await askInChat(first, "Said in time");
      await first.locator("article:not(.live)").waitFor();
      await context.clock.install({ time: Date.now() + by });
      await page.reload();

      const chat = await openChat(page);
      await chat.getByText("Said in time").waitFor();
      await askInChat(chat, "Said out of time");
      await chat.locator(".said .time").nth(1).waitFor();
      const isNow = (times: readonly { readonly dateTime: string }[]) =>
        times.every(({ dateTime }) => Math.abs(Date.parse(dateTime) - Date.now()) < 60_000);
      expect(isNow(await chat.locator(".said .time").evaluateAll(readTimes))).toBe(true);
      expect(await chat.locator(".day").count()).toBe(0);

      await page.evaluate("ServiceChat.newChat()");
      await chat.getByText("Hi! How can we help?").waitFor();
      await askInChat(chat, "Another chat");
      await chat.locator("article:not(.live)").waitFor();
      await page.reload();
      const again = await openChat(page);
      await again.getByText("Another chat").waitFor();
      await again.getByRole("button", { name: "Chat menu" }).click();
      await again.getByRole("menuitem", { name: "Past chats" }).click();
      await expect
        .poll(() => again.locator(".past-title").allTextContents())
        .toEqual(["Another chat", "Said in time"]);
    });
  }
});

const readTimes = (each: readonly { readonly dateTime: string }[]) =>
  each.map(({ dateTime }) => ({ dateTime }));
