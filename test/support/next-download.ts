import type { Download, Page } from "playwright-core";

/** What the chat gives the visitor next: its frame may not download, a window that it opens may. */
export async function nextDownload(page: Page): Promise<Download> {
  const window = await page.waitForEvent("popup");
  return window.waitForEvent("download");
}
