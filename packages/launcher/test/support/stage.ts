import type { WidgetConfig } from "@servicechat/contract";
import type { Frame, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { buildIfStale } from "../../../../scripts/build.ts";
import { openBrowser, type TestBrowser } from "../../../../test/support/browser.ts";
import { noChromium } from "../../../../test/support/chromium.ts";
import { startFakeService, type ConfigAnswer, type FakeService } from "./fake-service.ts";
import { untilTrue } from "../../../../test/support/until-true.ts";

/** A configuration according to the specification. */
export const plainConfig: WidgetConfig = {
  agent: { name: "Acme Support", welcomeMessage: "Hi!" },
  branding: {
    primaryColor: "#0f766e",
    logo: null,
    position: "bottom-right",
    attribution: true,
    style: "windowed",
  },
  features: { actions: false, askUserQuestion: false },
};

/** The properties of a host page. */
interface PageOptions {
  /** The service's response; by default 200 with `plainConfig` and the ticket "ticket-1". */
  readonly answer?: ConfigAnswer;
  /** Merged over the branding of `plainConfig`. */
  readonly branding?: Readonly<Record<string, unknown>>;
  /** Additional attributes of the tag. */
  readonly attributes?: string;
  /** Before the tag. */
  readonly head?: string;
  /** After the tag. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly source?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly key?: string;
  /** Without the tests' access to a closed shadow root. */
  readonly rootStaysClosed?: boolean;
}

/** Host pages in one browser, with one fake service. Every page has its own key, and so its own configuration. */
export function setStage(flags: readonly string[] = []) {
  let service: FakeService;
  let browser: TestBrowser;
  let pages = 0;
  const sites = new Map<string, { html: string; headers: Readonly<Record<string, string>> }>();

  beforeAll(async () => {
    if (noChromium) return;
    await buildIfStale({ only: ["launcher"] });
    service = await startFakeService();
    browser = await openBrowser({
      service,
      flags,
      sites: {
        "shop.example": (request, response) => {
          const site = sites.get(request.url ?? "");
          response.writeHead(site ? 200 : 204, { "Content-Type": "text/html", ...site?.headers });
          response.end(site?.html);
        },
      },
    });
    browser.context.setDefaultTimeout(60_000);
    // Closed roots stay closed for the page; the tests have access.
    await browser.context.addInitScript({
      content: `if (!location.hash) {
        const attach = Element.prototype.attachShadow;
        Element.prototype.attachShadow = function (init) { return attach.call(this, { ...init, mode: "open" }); };
      }`,
    });
  });

  afterEach(async () => {
    if (noChromium) return;
    for (const page of browser.context.pages()) await page.close();
    const unexpected = browser.trouble.unexpected();
    browser.trouble.forget();
    expect(unexpected, "what the browser met").toEqual([]);
  });

  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  return {
    get service() {
      return service;
    },
    get trouble() {
      return browser.trouble;
    },
    /** Opens a host page with the tag. `warnings` contains the launcher's messages. */
    async show(
      options: PageOptions = {},
    ): Promise<Page & { readonly warnings: string[]; readonly key: string }> {
      const number = ++pages;
      const key = options.key ?? `ak_page${number}_secret`;
      const config = { ...plainConfig, branding: { ...plainConfig.branding, ...options.branding } };
      service.answer(key, { body: config, ticket: "ticket-1", ...options.answer });
      const source = options.source ?? "https://chat.example/launcher.js";
      const tag = `<script id="tag" src="${source}" data-agent-key="${key}" ${options.attributes ?? ""} async></script>`;
      const html = `<!doctype html><html lang="en"><head><title>Shop</title>${options.head ?? ""}${tag}</head><body>${options.body ?? "<h1>Shop</h1>"}</body></html>`;
      const path = `/${number}`;
      sites.set(path, { html, headers: options.headers ?? {} });
      const page = await browser.context.newPage();
      await page.setViewportSize(options.viewport ?? { width: 1280, height: 800 });
      const warnings: string[] = [];
      page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
      await page.goto(`https://shop.example${path}${options.rootStaysClosed ? "#closed" : ""}`);
      return Object.assign(page, { warnings, key });
    },
  };
}

/** The chat application in the page, after its welcome. */
export async function chatFrame(page: Page): Promise<Frame> {
  const element = await page.waitForSelector("service-chat iframe", { state: "attached" });
  const frame = await element.contentFrame();
  if (!frame) throw new Error("The frame has no document.");
  await untilTrue(frame, "window.welcomed?.length > 0");
  return frame;
}

/** The bubble, by its accessible name. */
export function bubbleOf(page: Page) {
  return page.getByRole("button", { name: /^Chat: / });
}
