import type { Download, Page } from "playwright-core";

/** The next download: the chat's frame may not download, but a window that it opens may. */
export async function nextDownload(page: Page): Promise<Download> {
  const window = await page.waitForEvent("popup");
  return window.waitForEvent("download");
}
