import type { Frame, Page } from "playwright-core";
import type { GalleryState } from "./state.ts";

/**
 * Goes to a state of the gallery, alone on the page, and waits until it is reached.
 *
 * @param look the gallery's switches, as a query: `theme=dark&lang=ar`.
 * @returns the chat's own document
 * @throws if the state is not reached
 */
export async function visitState(
  page: Page,
  { origin, state, look = "" }: { origin: string; state: GalleryState; look?: string },
): Promise<Frame> {
  // Some chats never stop loading.
  await page.goto(`${origin}/?only=${state.name}&${look}`, { waitUntil: "commit" });
  const element = await page.waitForSelector('iframe:not([data-outcome=""])', { timeout: 60_000 });
  const outcome = await element.getAttribute("data-outcome");
  const frame = await element.contentFrame();
  if (outcome !== "shown" || !frame) throw new Error(`${state.name}: ${outcome}`);
  return frame;
}
