import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { citedAnswer } from "../gallery/recordings.ts";
import { openFakeChat } from "./open-fake-chat.ts";

/** A voice for English that notes what it is told to say, since Chromium has none here. */
const voice = `(() => {
  self.said = [];
  self.cancelled = 0;
  const speechSynthesis = Object.assign(new EventTarget(), {
    getVoices: () => [{ lang: "en-US", localService: true, default: true }],
    speak: ({ text }) => said.push(text),
    cancel: () => (cancelled += 1),
  });
  class SpeechSynthesisUtterance extends EventTarget {
    constructor(text) { super(); this.text = text; }
  }
  for (const [name, value] of Object.entries({ speechSynthesis, SpeechSynthesisUtterance }))
    Object.defineProperty(self, name, { value });
})()`;

describe.skipIf(noChromium)(`reading an answer aloud${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("begins from the menu of the answer, and stops with its button, Escape, the panel and a new chat", async () => {
    await using chat = await openFakeChat({ reply: citedAnswer });
    const { frame, page } = chat;
    await frame.evaluate(voice);
    await chat.say("Can I return it?");
    const more = frame.getByRole("button", { name: "More actions" });
    const stop = frame.getByRole("button", { name: "Stop reading" });
    const isStopped = async () => {
      await stop.waitFor({ state: "detached" });
      return frame.evaluate<number>("cancelled");
    };
    const begin = async () => {
      await more.click();
      await frame.getByRole("menuitem", { name: "Read aloud" }).click();
      await stop.waitFor();
    };

    await begin();
    expect(await frame.evaluate("said")).toEqual([
      "You can return any item within 30 days of delivery.",
      "The label is free, unless it is a gift card.",
      "See Returns, not [7] and not list[2].",
    ]);
    await stop.click();
    expect(await isStopped()).toBe(1);

    await begin();
    await more.click();
    await frame.getByRole("menuitem", { name: "Stop reading" }).click();
    expect(await isStopped()).toBe(2);

    await begin();
    await frame.locator(".composer textarea").focus();
    await page.keyboard.press("Escape");
    expect(await isStopped()).toBe(3);
    expect(JSON.stringify(await page.evaluate("heard"))).not.toContain('"close"');

    await begin();
    await page.evaluate('port.postMessage({ type: "close" })');
    expect(await isStopped()).toBe(4);

    await begin();
    await page.evaluate('port.postMessage({ type: "new-chat" })');
    await frame.locator(".welcome").waitFor();
    await expect.poll(() => frame.evaluate("cancelled")).toBe(5);
  });

  test("is not offered without a voice for the language of the answer", async () => {
    await using chat = await openFakeChat({
      reply: [
        { type: "text", data: "Sie können den Artikel innerhalb von 30 Tagen zurückgeben." },
        { type: "done", data: {} },
      ],
    });
    const { frame } = chat;
    await frame.evaluate(voice);
    await chat.say("Kann ich das zurückgeben?");
    await frame.getByRole("button", { name: "More actions" }).click();
    await frame.getByRole("menuitem", { name: "Copy as Markdown" }).waitFor();
    expect(await frame.getByRole("menuitem", { name: "Read aloud" }).count()).toBe(0);
  });
});
