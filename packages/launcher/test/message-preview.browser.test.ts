import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { untilTrue } from "../../../test/support/until-true.ts";
import { bubbleOf, chatFrame, setStage } from "./support/stage.ts";

const seen =
  "getComputedStyle(document.querySelector('service-chat').shadowRoot.querySelector('iframe')).visibility";

describe.skipIf(noChromium)(`a card of the frame${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  async function showCard(options: Parameters<typeof stage.show>[0] = {}) {
    const page = await stage.show(options);
    await bubbleOf(page).waitFor();
    await page.evaluate("ServiceChat.prefill('')");
    const frame = await chatFrame(page);
    const post = (message: object) => frame.evaluate(`port.postMessage(${JSON.stringify(message)})`);
    await post({ type: "preview", height: 72 });
    return { page, frame, post, card: page.locator("service-chat iframe") };
  }

  test("is beside the bubble of a closed chat, as high as the frame says, and gone when the frame says so", async () => {
    for (const position of ["bottom-right", "top-left", "middle-right", "bottom-center"] as const) {
      const { page, post, card } = await showCard({ branding: { position } });
      await untilTrue(page, `${seen} === "visible"`);
      const [box, bubble] = [await card.boundingBox(), await bubbleOf(page).boundingBox()];
      if (!box || !bubble) throw new Error("Nothing is there.");
      expect([Math.round(box.width), Math.round(box.height)]).toEqual([300, 72]);
      const isClear =
        box.y + box.height <= bubble.y ||
        box.y >= bubble.y + bubble.height ||
        box.x + box.width <= bubble.x ||
        box.x >= bubble.x + bubble.width;
      expect(isClear, position).toBe(true);
      expect(await page.evaluate("document.activeElement.localName")).toBe("body");
      await post({ type: "preview", height: 0 });
      await untilTrue(page, `${seen} === "hidden"`);
      expect(await page.evaluate("ServiceChat.isOpen()")).toBe(false);
      await page.close();
    }
  });

  test("opens the chat at its full size, and returns the focus to the bubble when it is closed", async () => {
    const { page, frame, post, card } = await showCard();
    await untilTrue(page, `${seen} === "visible"`);
    await frame.getByRole("textbox").focus();
    await post({ type: "preview", height: 0 });
    await untilTrue(page, `${seen} === "hidden"`);
    expect(
      await page.evaluate("document.querySelector('service-chat').shadowRoot.activeElement.localName"),
    ).toBe("button");

    await post({ type: "preview", height: 72 });
    await post({ type: "open" });
    await untilTrue(page, "ServiceChat.isOpen()");
    expect((await card.boundingBox())?.height).toBeGreaterThan(400);
    await page.evaluate("ServiceChat.close()");
    await untilTrue(page, `${seen} === "hidden"`);
  });

  test("fits beside the bubble of a phone, and is never higher than a few lines", async () => {
    const { page, post, card } = await showCard({ viewport: { width: 320, height: 568 } });
    await post({ type: "preview", height: 4_000 });
    await untilTrue(page, `${seen} === "visible"`);
    const box = await card.boundingBox();
    expect(box?.height).toBe(200);
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  });

  test("is not asked for if the page does not want it, nor in an element of the page, and not shown without a bubble", async () => {
    const welcomed = (options: object) =>
      stage.show(options).then(async (page) => {
        await page.evaluate("ServiceChat.prefill('')");
        return (await chatFrame(page)).evaluate("welcomed[0].preview");
      });
    expect(await welcomed({})).toBe(true);
    expect(await welcomed({ attributes: `data-message-preview="false"` })).toBeUndefined();
    expect(
      await welcomed({ attributes: `data-target="#place"`, body: `<div id="place"></div>` }),
    ).toBeUndefined();

    const page = await stage.show();
    await page.evaluate("ServiceChat.hideLauncher(); ServiceChat.prefill('')");
    const frame = await chatFrame(page);
    await page.evaluate("window.heardUnread = false; ServiceChat.on('unread', () => (heardUnread = true))");
    await frame.evaluate(
      `port.postMessage({ type: "preview", height: 72 }); port.postMessage({ type: "unread", count: 1 })`,
    );
    await untilTrue(page, "heardUnread");
    expect(await page.evaluate(seen)).toBe("hidden");
  });
});
