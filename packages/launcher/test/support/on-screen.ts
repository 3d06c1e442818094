import type { Page } from "playwright-core";
import { untilTrue } from "../../../../test/support/until-true.ts";
import { chatFrame } from "./stage.ts";

/** The position of a part of the widget on the screen, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** @param selector of the part, in the shadow root @throws if it is not visible */
export async function boxOf(page: Page, selector: string): Promise<Box> {
  const box = await page.locator(`service-chat ${selector}`).boundingBox();
  if (!box) throw new Error(`${selector} is not on screen.`);
  return box;
}

/** Opens the chat, and waits until it is ready and its animation has ended. */
export async function open(page: Page): Promise<void> {
  await page.evaluate("ServiceChat.open()");
  await chatFrame(page);
  await untilTrue(page, "document.querySelector('service-chat').shadowRoot.querySelector('.ready')");
  await page.evaluate(
    "Promise.all(document.querySelector('service-chat').shadowRoot.getAnimations().map(({ finished }) => finished))",
  );
}

/** Saves a screenshot if a folder is configured. */
export async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
