import type { Download, Page } from "playwright-core";

/**
 * The next download: the chat's frame may not download, but a window that it opens may. A download that begins before
 * Playwright knows the window is reported of the page instead, so both are listened to.
 */
export function nextDownload(page: Page): Promise<Download> {
  return page.context().waitForEvent("download");
}
