import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { untilTrue } from "../../../test/support/until-true.ts";
import { chatFrame, setStage } from "./support/stage.ts";

const phone = { width: 390, height: 844 };
const tablet = { width: 1180, height: 820 };

/** No test can open a keyboard, so the browser's reports about one are simulated. */
const telling = `<script>
  const visible = Object.assign(new EventTarget(), { offsetTop: 0, height: innerHeight, scale: 1 });
  Object.defineProperty(window, "visualViewport", { value: visible });
</script>`;

/** The visible part of the screen. */
async function tell(
  page: Page,
  left: { readonly offsetTop: number; readonly height: number },
  type = "resize",
): Promise<void> {
  const told = JSON.stringify(left);
  await page.evaluate(`Object.assign(visualViewport, ${told}).dispatchEvent(new Event("${type}"))`);
}

async function open(page: Page): Promise<void> {
  await page.evaluate("ServiceChat.open()");
  await chatFrame(page);
  await untilTrue(page, "document.querySelector('service-chat').shadowRoot.querySelector('.ready')");
}

const boxOf = (page: Page, selector: string) => page.locator(`service-chat ${selector}`).boundingBox();

describe.skipIf(noChromium)(`an on-screen keyboard${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  test("leaves the chat on a phone everything visible, and restores it", async () => {
    const page = await stage.show({ viewport: phone, head: telling });
    await open(page);
    expect(await boxOf(page, "iframe")).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await tell(page, { offsetTop: 0, height: 500 });
    expect(await boxOf(page, "iframe")).toEqual({ x: 0, y: 0, width: 390, height: 500 });
    // Safari moves the visible part of the page, so that it contains the composer.
    await tell(page, { offsetTop: 120, height: 500 }, "scroll");
    expect(await boxOf(page, "iframe")).toEqual({ x: 0, y: 120, width: 390, height: 500 });
    await tell(page, { offsetTop: 0, height: 844 });
    expect(await boxOf(page, "iframe")).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  });

  test("leaves no room at the bottom for the strip of a phone that it covers", async () => {
    const page = await stage.show({ viewport: phone, head: telling });
    const session = await page.context().newCDPSession(page);
    const insets = { insets: { top: 47, bottom: 34, left: 0, right: 0 } };
    await session.send("Emulation.setSafeAreaInsetsOverride" as "Page.enable", insets as object);
    await open(page);
    expect(await boxOf(page, "iframe")).toEqual({ x: 0, y: 47, width: 390, height: 844 - 47 - 34 });
    await tell(page, { offsetTop: 0, height: 500 });
    expect(await boxOf(page, "iframe")).toEqual({ x: 0, y: 47, width: 390, height: 500 - 47 });
    await tell(page, { offsetTop: 0, height: 844 });
    expect(await boxOf(page, "iframe")).toEqual({ x: 0, y: 47, width: 390, height: 844 - 47 - 34 });
  });

  test("covers neither the panel nor the bubble on a tablet", async () => {
    const page = await stage.show({ viewport: tablet, head: telling });
    await open(page);
    await tell(page, { offsetTop: 0, height: 420 });
    const [panel, bubble] = [await boxOf(page, "iframe"), await boxOf(page, "button")];
    expect(panel && [panel.y, panel.y + panel.height]).toEqual([20, 332]);
    expect(bubble && bubble.y + bubble.height).toBe(400);
  });

  test("does not move the bubble of a closed chat: the keyboard is for the page", async () => {
    const page = await stage.show({ viewport: phone, head: telling });
    await open(page);
    await page.evaluate("ServiceChat.close()");
    await tell(page, { offsetTop: 0, height: 500 });
    const bubble = await boxOf(page, "button");
    expect(bubble && bubble.y + bubble.height).toBe(824);
  });

  test("is not mistaken for zooming in, which leaves the chat where it is", async () => {
    const page = await stage.show({ viewport: phone });
    await open(page);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setPageScaleFactor", { pageScaleFactor: 2 });
    await untilTrue(page, "visualViewport.scale === 2");
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    const height = await page.evaluate(
      "document.querySelector('service-chat').shadowRoot.querySelector('iframe').offsetHeight",
    );
    expect(height).toBe(844);
  });

  test("has listeners only as long as the widget exists", async () => {
    const page = await stage.show({ viewport: phone, head: telling });
    await open(page);
    await page.evaluate(`{
      window.dock = document.querySelector("service-chat").shadowRoot.querySelector("div");
      ServiceChat.destroy();
    }`);
    await tell(page, { offsetTop: 0, height: 500 });
    expect(await page.evaluate("dock.style.getPropertyValue('--height')")).toBe("");
  });
});
