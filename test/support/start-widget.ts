import { fileURLToPath } from "node:url";
import { loadAssets } from "@servicechat/server";
import type { BrowserContext, Frame, Page } from "playwright-core";
import { openBrowser } from "./browser.ts";
import type { BrowserOptions, TestBrowser } from "./browser.ts";
import { startService } from "./start-service.ts";
import type { StartOptions, TestService } from "./start-service.ts";

/** The whole product: the real service with the built launcher and chat application, and a browser on a shop's page. */
export interface Widget extends AsyncDisposable {
  readonly service: TestService;
  readonly browser: TestBrowser;
  readonly context: BrowserContext;
  /** A page of the shop with the tag on it. */
  openShop(path?: string, viewport?: { readonly width: number; readonly height: number }): Promise<Page>;
}

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));

/** The tag that the page author pastes. */
export function embedTag(key: string): string {
  return `<script src="https://chat.example/launcher.js" data-agent-key="${key}" async></script>`;
}

/** The real service with the built launcher and chat application, without a browser. */
export async function startBuiltService(start: StartOptions = {}): Promise<TestService> {
  const assets = await loadAssets({ launcher: `${packages}launcher/dist`, chat: `${packages}chat/dist` });
  return startService({ ...start, assets });
}

/** Starts everything. Pages of any other site can be added; those on `shop.example` may use the key. */
export async function startWidget(
  start: StartOptions = {},
  browserOptions: Partial<Omit<BrowserOptions, "service">> = {},
): Promise<Widget> {
  const service = await startBuiltService(start);
  const shopPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><h1>Shop</h1><p><a href="/next">Next page</a>${embedTag(service.key)}`;
  const browser = await openBrowser({
    service,
    ...browserOptions,
    sites: { "shop.example": shopPage, ...browserOptions.sites },
  });
  // Below the tests' own limit, so that errors name what was waited for.
  browser.context.setDefaultTimeout(60_000);
  return {
    service,
    browser,
    context: browser.context,
    openShop: (path = "/", viewport) => browser.visit(`https://shop.example${path}`, viewport),
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

/**
 * The chat in its frame, once it exists. Its root is closed to selectors, so it is looked up among the page's frames.
 */
export async function chatOf(page: Page): Promise<Frame> {
  const isChat = (frame: Frame) => frame.url().startsWith("https://chat.example/chat/");
  return page.frames().find(isChat) ?? (await page.waitForEvent("framenavigated", isChat));
}

/** In the page: whether the visitor left the chat open on the previous page, or has it open on this one. */
export const isLeftOpen = `(() => {
  try {
    return Object.keys(sessionStorage).some((name) => name.startsWith("servicechat:open:"));
  } catch {
    return false;
  }
})()`;

/**
 * Clicks the bubble, and returns the chat in its frame. If the visitor left it open on the previous page, it opens
 * without a click, which would close it.
 */
export async function openChat(page: Page): Promise<Frame> {
  await page.waitForSelector("service-chat", { state: "attached" });
  if (await page.evaluate(isLeftOpen)) {
    await page.evaluate("ServiceChat.open()");
    return chatOf(page);
  }
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.click(width - 48, height - 48);
  return chatOf(page);
}
