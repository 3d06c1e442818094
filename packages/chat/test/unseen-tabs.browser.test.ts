import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { longHistory } from "./fake-answers.ts";
import { openFakeChat } from "./open-fake-chat.ts";

async function frameIn(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector("iframe")).contentFrame();
  if (!frame) throw new Error("The frame did not load.");
  await frame.waitForSelector(".composer textarea");
  return frame;
}

/** Makes the frame believe that its tab is visible, or hidden. */
const appear = (state: "visible" | "hidden"): string => `{
  for (const [name, value] of [["visibilityState", "${state}"], ["hidden", ${state === "hidden"}]])
    Object.defineProperty(document, name, { value, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}`;

describe.skipIf(noChromium)(`a hidden tab${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("requests no news, and requests them at once when it becomes visible", async () => {
    await using chat = await openFakeChat();
    await chat.say("Hello");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    const page = await chat.page.context().newPage();
    await page.clock.install();
    await page.addInitScript(`{
      const Real = BroadcastChannel;
      self.calls = 0;
      self.BroadcastChannel = class extends Real {
        constructor(name) { super(name); this.addEventListener("message", () => (calls += 1)); }
      };
    }`);
    await page.goto(chat.page.url());
    const other = await frameIn(page);
    await other.getByRole("button", { name: "Chat menu" }).waitFor(); // the part that follows tabs has loaded
    await other.evaluate(appear("hidden"));
    const looks = () => chat.asked.filter((line) => line === "GET /chat-bot/history").length;
    const before = looks();
    chat.change({ history: longHistory(1) });
    await chat.say("Again");
    await chat.frame.locator(".reply:not(.live)").nth(1).waitFor();
    await expect.poll(() => other.evaluate("calls")).toBeGreaterThan(0);
    await page.clock.runFor(1_000); // longer than until its second check
    await other.evaluate("fetch('/chat-bot/config?later')"); // comes after anything it requested
    expect(looks()).toBe(before);
    await other.evaluate(appear("visible"));
    await other.getByText("Question number 1").waitFor();
  });

  test("has no channel to the others while it is in the back/forward cache, and has one again afterwards", async () => {
    await using chat = await openFakeChat();
    await chat.page.addInitScript(`{
      const Real = BroadcastChannel;
      self.openChannels = 0;
      self.BroadcastChannel = class extends Real {
        constructor(name) { super(name); openChannels += 1; }
        close() { super.close(); openChannels -= 1; }
      };
    }`);
    const frame = await chat.reload();
    const channels = () => frame.evaluate("openChannels");
    await expect.poll(channels).toBe(1);
    await frame.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
    expect(await channels()).toBe(0);
    await frame.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    expect(await channels()).toBe(1);
  });
});
