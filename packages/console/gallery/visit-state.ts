import type { Page } from "playwright-core";
import { galleryNow } from "./chats-data.ts";
import type { ConsoleState } from "./console-state.ts";

/** Opens a state in a page, with the clock set to the gallery's time. @throws if the state is not reached */
export async function visitState(page: Page, origin: string, state: ConsoleState): Promise<void> {
  await page.clock.setFixedTime(galleryNow);
  await page.goto(`${origin}/console/${state.path}`);
  for (const selector of state.press ?? []) await page.locator(selector).first().click();
  if (state.fill) {
    await page.locator(state.fill[0]).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.type(state.fill[1]);
  }
  if (state.write) {
    await page.locator(state.write[0]).fill(state.write[1]);
    await page.keyboard.press("Enter");
  }
  await page.locator(state.shows).first().waitFor();
}
