import { execFile } from "node:child_process";
import { request as forward } from "node:http";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { listChats } from "../support/list-chats.ts";
import { shop } from "../support/start-service.ts";
import type { TestService } from "../support/start-service.ts";
import { openChat, startWidget } from "../support/start-widget.ts";
import type { Widget } from "../support/start-widget.ts";
import type { Site } from "../support/tls-front.ts";

const program = fileURLToPath(new URL("../../packages/cli/bin/servicechat.mjs", import.meta.url));

/** Runs the operator's command in a separate process, on the running service's data. */
async function operate({ dataDirectory }: TestService, ...words: string[]): Promise<void> {
  const env = {
    PATH: process.env["PATH"],
    HOME: dataDirectory,
    SERVICECHAT_DATA_DIR: dataDirectory,
  };
  await promisify(execFile)(process.execPath, [program, ...words], { env, cwd: dataDirectory });
}

/** How an operator takes the chat away from the shop, and the message on the shop's page. */
const withdrawals = [
  {
    name: "Promise 25: a domain that is taken off the list",
    withdraw: (service: TestService) => operate(service, "key", "disallow", service.keyId, shop),
    status: 403,
    warning: ({ keyId }: TestService) =>
      `[ServiceChat] ${shop} is not one of the key's allowed domains: servicechat key allow ${keyId} ${shop}`,
  },
  {
    name: "Promise 28: a key that is revoked",
    withdraw: (service: TestService) => operate(service, "key", "revoke", service.keyId),
    status: 401,
    warning: () => "[ServiceChat] The agent key is unknown or revoked.",
  },
] as const;

describe.skipIf(noChromium)(`a chat that is withdrawn${noChromium ? ` (${noChromium})` : ""}`, () => {
  for (const { name, withdraw, status, warning } of withdrawals) {
    test(`${name} has no bubble at a page load 60 seconds later, and the console says why`, async () => {
      await using widget = await startMinuteLater();
      const { service, browser, context, asked } = widget;
      const warnings = listenToWarnings(context);
      const page = await browser.visit(`${shop}/`);
      await page.waitForSelector("service-chat", { state: "attached" });
      expect(warnings).toEqual([]);

      await withdraw(service);
      browser.trouble.expect(new RegExp(`Failed to load resource.* ${status} .*/chat-bot/config`));
      await page.goto(`${shop}/next`);

      await expect.poll(() => warnings).toEqual([warning(service)]);
      await expectNoWidget(page);
      // The cached response was revalidated, so this was not just an empty cache.
      expect(asked).toEqual([undefined, expect.stringMatching(/^"[\w-]+"$/)]);
    });

    test(`${name} has no chat at the next page load, though the browser may still know a bubble`, async () => {
      await using widget = await startWidget();
      const { service, browser } = widget;
      const page = await widget.openShop();
      await page.waitForSelector("service-chat", { state: "attached" });
      await withdraw(service);
      browser.trouble.expect(/frame-ancestors/);

      await page.goto(`${shop}/next`);
      await page.waitForSelector("service-chat", { state: "attached" });
      await page.evaluate("ServiceChat.open()");
      await expect.poll(() => page.frames().map((frame) => frame.url())).toContain(blockedFrame);

      expect(page.frames().filter((frame) => frame.url().startsWith("https://chat.example"))).toEqual([]);
      expect(service.model.asked).toEqual([]);
    });

    test(`${name} refuses the next message of a chat that is open`, async () => {
      await using widget = await startWidget();
      const { service, browser } = widget;
      const page = await widget.openShop();
      const chat = await openChat(page);
      await askInChat(chat, "Are you there?");
      await chat.getByText("Hello from the model.").first().waitFor();

      await withdraw(service);
      browser.trouble.expect(new RegExp(`Failed to load resource.* ${status} .*/chat-bot/`));
      await askInChat(chat, "And now?");

      await chat.getByText("This chat isn't available here.").waitFor();
      expect(await chat.getByRole("textbox", { name: "Your message" }).count()).toBe(0);
      expect(service.model.asked).toHaveLength(1);
      const [session] = await listChats(service.storage);
      expect(session?.messages).toBe(2);
    });
  }
});

describe.skipIf(noChromium)("a key that is revoked", () => {
  test("Promise 28: ends the answer in progress: the visitor sees its text so far, and that it has ended", async () => {
    const never = new Promise<void>(() => undefined);
    await using widget = await startWidget({ script: () => ["Half an ", "answer.", { until: never }] });
    const { service, browser } = widget;
    const page = await widget.openShop();
    await page.waitForSelector("service-chat", { state: "attached" });
    await page.evaluate("window.errors = []; ServiceChat.on('error', (detail) => errors.push(detail))");
    const chat = await openChat(page);
    await askInChat(chat, "Are you there?");
    await chat.getByText("Half an answer.").first().waitFor();
    browser.trouble.expect(/Failed to load resource.* 401 /);

    await operate(service, "key", "revoke", service.keyId);

    await chat.getByText("This chat isn't available here.").waitFor();
    expect(await chat.getByText("Half an answer.").count()).toBe(1);
    await expect.poll(() => page.evaluate("errors")).toEqual([{ code: "key_revoked", retryable: false }]);
  });
});

const blockedFrame = "chrome-error://chromewebdata/";

interface MinuteLater extends Widget {
  /** The `If-None-Match` of each request for the configuration, in order. */
  readonly asked: readonly (string | undefined)[];
}

/**
 * The shop gets the widget through a host that makes every response a minute old, as a shared cache might: a browser
 * that may cache it for up to 60 seconds must revalidate it at the next page load.
 */
async function startMinuteLater(): Promise<MinuteLater> {
  const asked: (string | undefined)[] = [];
  const aged: Site = (request, response) => {
    const { method, url, rawHeaders } = request;
    if (method === "GET" && url === "/chat-bot/config") asked.push(request.headers["if-none-match"]);
    const onward = forward(
      { host: "127.0.0.1", port: widget.service.port, method, path: url, headers: rawHeaders },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, { ...answer.headers, age: "60" });
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  };
  const shopPage: Site = (_request, response) => {
    const tag = `<script src="https://aged.example/launcher.js" data-agent-key="${widget.service.key}" async></script>`;
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${tag}`);
  };
  const widget = await startWidget({}, { sites: { "shop.example": shopPage, "aged.example": aged } });
  return { ...widget, asked };
}

function listenToWarnings(context: BrowserContext): string[] {
  const warnings: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  return warnings;
}

async function expectNoWidget(page: Page): Promise<void> {
  expect(await page.locator("service-chat, iframe").count()).toBe(0);
  expect(await page.evaluate("'ServiceChat' in window")).toBe(false);
}
