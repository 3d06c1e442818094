import type { Download, Page } from "playwright-core";

/**
 * The next download: the chat's frame may not download, but a window that it opens may. A download that begins before
 * Playwright knows about the window is reported on the page instead: the context hears both.
 */
export function nextDownload(page: Page): Promise<Download> {
  return page.context().waitForEvent("download");
}
