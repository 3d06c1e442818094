import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { openFakeChat } from "./open-fake-chat.ts";

describe.skipIf(noChromium)(`the composer${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("leaves the keys of an input method alone, as Chrome has them and as Safari has them, and sends by any other Enter", async () => {
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
    await expect.poll(() => posted.map(({ messages }) => messages)).toEqual([
      [{ type: "text", block: { value: "東京" } }],
    ]);
  });
});
