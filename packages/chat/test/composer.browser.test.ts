import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { forAges } from "../gallery/scene.ts";
import { openFakeChat } from "./open-fake-chat.ts";

describe.skipIf(noChromium)(`a quote from the page${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is added to what the visitor has written, and not sent", async () => {
    await using chat = await openFakeChat();
    const field = chat.frame.getByRole("textbox");
    const quote = (text: string) =>
      chat.page.evaluate(`port.postMessage(${JSON.stringify({ type: "quote", text: `> ${text}\n\n` })})`);
    await quote("<b>Free</b> returns");
    await expect.poll(() => field.inputValue()).toBe("> <b>Free</b> returns\n\n");
    await field.fill("Is this so?");
    await quote("In thirty days");
    await expect.poll(() => field.inputValue()).toBe("Is this so?\n\n> In thirty days\n\n");
    expect(chat.posted).toEqual([]);
  });
});

describe.skipIf(noChromium)(`the composer${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("leaves the keys of an input method alone, in Chrome's and in Safari's form, and sends on any other Enter", async () => {
    await using chat = await openFakeChat();
    const { frame, page, posted } = chat;
    const press = (options: object): Promise<boolean> =>
      frame.evaluate<boolean>(
        `document.activeElement.dispatchEvent(
          new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...${JSON.stringify(options)} }))`,
      );
    await frame.fill(".composer textarea", "東京");
    for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
      for (const key of ["Enter", "Escape"]) expect(await press({ key, ...composing })).toBe(true);
    }
    expect(await frame.inputValue(".composer textarea")).toBe("東京");
    expect(JSON.stringify(await page.evaluate("heard"))).not.toContain('"close"');
    expect(posted).toEqual([]);

    expect(await press({ key: "Enter", keyCode: 13 })).toBe(false);
    await expect
      .poll(() => posted.map(({ messages }) => messages))
      .toEqual([[{ type: "text", block: { value: "東京" } }]]);
  });

  test("sends nothing invisible: a text of only invisible characters is empty", async () => {
    await using chat = await openFakeChat();
    const { frame, posted } = chat;
    const composer = frame.locator(".composer textarea");
    for (const unseen of ["\u200B", " \u2060\n\uFEFF", "\u{E0041}\u{E007F}", "\u00AD\u3164"]) {
      await composer.fill(unseen);
      await composer.press("Enter");
      expect(await frame.locator(".composer .action").getAttribute("aria-disabled")).toBe("true");
      expect(await composer.inputValue()).toBe(unseen);
    }
    // Joiners and directional characters stay in words and emoji.
    await composer.fill("می\u200Cخواهم 👩\u200D🚀");
    await composer.press("Enter");
    await expect.poll(() => posted.length).toBe(1);
    expect(posted.map(({ messages }) => messages)).toEqual([
      [{ type: "text", block: { value: "می\u200Cخواهم 👩\u200D🚀" } }],
    ]);
  });

  test("with forced colours, the button shows whether there is anything to send", async () => {
    await using chat = await openFakeChat();
    const { frame, page } = chat;
    await page.emulateMedia({ forcedColors: "active" });
    const colours = (): Promise<readonly string[]> =>
      frame.evaluate(
        `(({ color, borderColor }) => [color, borderColor])(getComputedStyle(document.querySelector(".composer .action")))`,
      );
    await expect.poll(async () => new Set(await colours()).size).toBe(1);
    const idle = await colours();
    await frame.fill(".composer textarea", "Hello");
    await expect.poll(async () => (await colours()).every((colour) => !idle.includes(colour))).toBe(true);
  });

  test("sends nothing longer than the service accepts, and says by how much it is too long", async () => {
    await using chat = await openFakeChat();
    const { frame, posted } = chat;
    await chat.say("x".repeat(8_001));
    await frame.locator("#length.too-long").waitFor();
    await chat.say("x".repeat(8_000));
    await expect.poll(() => posted.length).toBe(1);
    expect(posted[0]?.messages).toEqual([{ type: "text", block: { value: "x".repeat(8_000) } }]);
  });

  test("treats a double click as one click: it neither stops what it has sent, nor sends after stopping", async () => {
    await using chat = await openFakeChat({
      reply: [{ type: "start", data: {} }, { type: "text", data: "Well" }, forAges],
    });
    const { frame, asked, posted } = chat;
    const button = frame.locator(".composer .action");
    const stops = () => asked.filter((path) => path.includes("/stop")).length;
    await frame.fill(".composer textarea", "Hello");
    await button.dblclick();
    await frame.getByText("Well").waitFor();
    expect(await button.getAttribute("aria-label")).toBe("Stop answering");
    expect([posted.length, stops()]).toEqual([1, 0]);

    await frame.fill(".composer textarea", "Still being written");
    await button.dblclick({ delay: 100 });
    await expect.poll(stops).toBe(1);
    expect(await frame.inputValue(".composer textarea")).toBe("Still being written");
    expect(posted.length).toBe(1);
  });

  test("grows with its text, up to the same height, in browsers without field-sizing", async () => {
    await using chat = await openFakeChat();
    const texts = [
      "",
      "One line",
      "One\ntwo\n",
      "Many words. ".repeat(12),
      "x".repeat(150),
      "Line\n".repeat(40),
    ];
    const heights = async (frame: Frame): Promise<number[]> => {
      const measured: number[] = [];
      for (const text of texts) {
        await frame.fill(".composer textarea", text);
        measured.push((await frame.locator(".composer textarea").boundingBox())?.height ?? 0);
      }
      return measured;
    };
    const native = await heights(chat.frame);
    expect(new Set(native).size, String(native)).toBeGreaterThan(3);
    expect(Math.max(...native)).toBe(148);
    await chat.page.route("**/*.css", async (route) => {
      const response = await route.fetch();
      const styles = await response.text();
      expect(styles).toContain("field-sizing:content");
      await route.fulfill({ response, body: styles.replaceAll("field-sizing:content", "field-sizing:none") });
    });
    expect(await heights(await chat.reload())).toEqual(native);
  });

  test("keeps its button and the cursor in view however long the text is, above the keyboard of a phone in landscape orientation", async () => {
    await using chat = await openFakeChat();
    const { frame, page } = chat;
    await page.setViewportSize({ width: 740, height: 170 });
    await frame.fill(".composer textarea", "Line\n".repeat(12));
    await frame.press(".composer textarea", "End");
    const outside = await frame.evaluate<
      string[]
    >(`[...document.querySelectorAll(".title-bar, .field, .action")]
      .filter((each) => each.getBoundingClientRect().bottom > innerHeight || each.getBoundingClientRect().top < 0)
      .map((each) => each.className)`);
    expect(outside).toEqual([]);
  });
});
