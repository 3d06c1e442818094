import { expect, test } from "vitest";
import { noChromium } from "../support/chromium.ts";
import { chatOf, openChat, startWidget } from "../support/start-widget.ts";

const rounds = 12;
const aMoment = "new Promise((resolve) => setTimeout(() => setTimeout(resolve)))";

test.skipIf(noChromium)(
  `open() asks the chat to focus the composer each time, even if the frame receives the focus twice, and close() to blur it${noChromium ? ` (${noChromium})` : ""}`,
  async () => {
    await using widget = await startWidget();
    const page = await widget.openShop();
    const focused = async () =>
      (await chatOf(page)).evaluate("document.hasFocus() && document.activeElement.localName");
    const open = [
      () => page.evaluate("ServiceChat.close(); ServiceChat.open()"),
      () => page.mouse.click(1232, 752),
      () => page.evaluate("ServiceChat.open()"),
    ];
    await openChat(page);
    await expect.poll(focused).toBe("textarea");
    for (let round = 0; round < rounds; round++) {
      await page.evaluate("ServiceChat.close()");
      await expect.poll(focused).toBe(false);
      await open[round % open.length]?.();
      // By then, a key pressed after the second one, and the chat's reaction to it, have arrived.
      await page.evaluate(aMoment);
      await page.keyboard.press("Shift");
      await (await chatOf(page)).evaluate(aMoment);
      await expect.poll(focused, { message: `round ${round}` }).toBe("textarea");
    }
    await page.evaluate("ServiceChat.close()");
    expect(await page.evaluate("document.activeElement.localName")).toBe("service-chat");
  },
);
