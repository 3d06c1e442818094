import type { Frame, Page } from "playwright-core";
import type { GalleryState } from "./state.ts";

let visits = 0;

/**
 * Goes to a state of the gallery, alone on the page, and waits until it is reached. From another state, only the chat is
 * loaded anew, not the page around it.
 *
 * @param look the gallery's switches, as a query: `theme=dark&lang=ar`.
 * @returns the chat's own document
 * @throws if the state is not reached
 */
export async function visitState(
  page: Page,
  { origin, state, look = "" }: { origin: string; state: GalleryState; look?: string },
): Promise<Frame> {
  visits += 1;
  const address = `${origin}/#only=${state.name}&${look}&visit=${visits}`;
  // Some chats never stop loading.
  await page.goto(address, { waitUntil: "commit" });
  const shown = `iframe[data-address="${address}"]:not([data-outcome=""])`;
  const element = await page.waitForSelector(shown, { timeout: 60_000 });
  const outcome = await element.getAttribute("data-outcome");
  const frame = await element.contentFrame();
  if (outcome !== "shown" || !frame) throw new Error(`${state.name}: ${outcome}`);
  return frame;
}
