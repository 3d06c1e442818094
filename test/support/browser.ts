import type { BrowserContext, Page } from "playwright-core";
import { borrowChromium } from "./borrow-chromium.ts";
import type { Site } from "./tls-front.ts";
import { watchForTrouble, type Trouble } from "./trouble.ts";

/** The host of the service in browser tests. */
const serviceHost = "chat.example";

/** The surroundings of a browser test. */
export interface BrowserOptions {
  /** The service behind https://chat.example: a plain HTTP port on loopback. */
  readonly service: { readonly port: number };
  /** More hosts, such as `shop.example`: a page's HTML, or a handler. */
  readonly sites: Readonly<Record<string, Site>>;
  /**
   * Whether frames of another site may use storage. Blocked by default, as in current browsers; forbidden to every
   * page.
   */
  readonly cookies?: "allowed" | "blocked" | "forbidden";
  /** More hosts that may be requested: some do not respond, or stand in for strangers. */
  readonly alsoAllowed?: readonly string[];
  readonly flags?: readonly string[];
  /** Whether the browser keeps pages in its back/forward cache. */
  readonly keepsPages?: boolean;
  /** Whether the browser must be unused, as measurements require. */
  readonly isNew?: boolean;
}

/**
 * A browser with real, cross-site HTTPS names, all of them on loopback. Disposing it fails if there was unexpected
 * trouble.
 */
export interface TestBrowser extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly trouble: Trouble;
  /** Cuts every connection between the browser and its hosts. */
  cutConnections(): void;
  /** A new page at an address, loaded. */
  visit(address: string, viewport?: { readonly width: number; readonly height: number }): Promise<Page>;
}

/**
 * Opens a browser.
 *
 * @throws if there is no Chromium; callers skip first, with `noChromium`
 *
 * @example
 * await using browser = await openBrowser({ service, sites: { "shop.example": "<h1>Shop</h1>" } });
 * const page = await browser.visit("https://shop.example/");
 */
export async function openBrowser(options: BrowserOptions): Promise<TestBrowser> {
  const { service, sites, cookies = "blocked", alsoAllowed = [], flags = [] } = options;
  const { keepsPages = false, isNew = false } = options;
  const services = {
    get [serviceHost]() {
      return service.port; // with several nodes, another one for each request
    },
  };
  const chromium = await borrowChromium({ thirdPartyStorage: cookies, flags, keepsPages, isNew });
  const { context, front } = chromium;
  front.standFor({ services, sites });
  const trouble = await watchForTrouble(
    context,
    new Set([serviceHost, ...Object.keys(sites), ...alsoAllowed]),
  );

  return {
    context,
    trouble,
    cutConnections: front.cut,
    async visit(address, viewport = { width: 1280, height: 800 }) {
      const page = await context.newPage();
      await page.setViewportSize(viewport);
      await page.goto(address);
      return page;
    },
    async [Symbol.asyncDispose]() {
      const unexpected = trouble.unexpected();
      await chromium[Symbol.asyncDispose]();
      if (unexpected.length > 0) throw new Error(`The browser met trouble:\n${unexpected.join("\n")}`);
    },
  };
}
