import type { ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { loadAssets } from "@servicechat/server";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../support/browser.ts";
import type { TestBrowser } from "../support/browser.ts";
import { noChromium } from "../support/chromium.ts";
import { untilTrue } from "../support/until-true.ts";

const config = {
  agent: { name: "Acme", welcomeMessage: "Hi!" },
  branding: {
    primaryColor: "#0f766e",
    logo: null,
    position: "bottom-right",
    attribution: true,
    style: "windowed",
  },
  features: { actions: false, askUserQuestion: false },
};

/** Each field of the configuration, and invalid values. */
const wrongValues: Readonly<Record<string, readonly unknown[]>> = {
  agent: [null, [], "x", 1],
  "agent.name": [null, 1, {}, []],
  "agent.welcomeMessage": [1, {}, false],
  branding: [null, [], "x"],
  "branding.primaryColor": [null, "red", "#12", "#1234567", "#ggg", "#fff;}*{", "url(x)"],
  "branding.logo": [1, {}, false],
  "branding.position": [null, 1, {}],
  "branding.attribution": [null, "true", 1],
  "branding.style": [null, 1],
  features: [null, [], 1],
  "features.actions": [null, "false", 0],
  "features.askUserQuestion": [null, "true", 1],
};

function changed(path: string, value: unknown): unknown {
  const copy: Record<string, unknown> = structuredClone(config);
  const [outer = "", inner] = path.split(".");
  if (inner === undefined) return { ...copy, [outer]: value };
  return { ...copy, [outer]: { ...(copy[outer] as object), [inner]: value } };
}

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));

type Answer = (response: ServerResponse) => void;

const json =
  (body: unknown, status = 200): Answer =>
  (response) =>
    response
      .writeHead(status, { "Content-Type": "application/json" })
      .end(typeof body === "string" ? body : JSON.stringify(body));

const failures: readonly (readonly [name: string, answer: Answer])[] = [
  ...Object.entries(wrongValues).flatMap(([path, values]) => [
    [`no ${path}`, json(changed(path, undefined))] as const,
    ...values.map((value) => [`${path}: ${JSON.stringify(value)}`, json(changed(path, value))] as const),
  ]),
  ...[204, 301, 400, 401, 403, 404, 405, 418, 429, 500, 502, 503].map(
    (status) => [`status ${status}`, json(status === 204 ? "" : config, status)] as const,
  ),
  ["an empty body", json("")],
  ["HTML", json("<html>")],
  ["null", json("null")],
  ["a list", json([config])],
  ["half a body", json(JSON.stringify(config).slice(0, 90))],
  ["a cut connection", (response) => response.destroy()],
  [
    "a body that breaks off",
    (response) => {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": 5000 });
      response.write('{"agent":', () => response.destroy());
    },
  ],
  [
    "no CORS headers",
    (response) => {
      response.removeHeader("Access-Control-Allow-Origin");
      json(config)(response);
    },
  ],
];

describe.skipIf(noChromium)(`a failed configuration${noChromium ? ` (${noChromium})` : ""}`, () => {
  let browser: TestBrowser;
  let page: Page;
  let warnings: string[] = [];
  let answer: Answer = json(config);

  beforeAll(async () => {
    if (noChromium) return;
    const { launcher, launcherParts } = await loadAssets({
      launcher: `${packages}launcher/dist`,
      chat: `${packages}chat/dist`,
    });
    browser = await openBrowser({
      service: { port: 1 },
      sites: {
        "shop.example": `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>
          <script src="https://widget.example/launcher.js" data-agent-key="ak_test_secret" data-open async></script>`,
        "widget.example": (request, response) => {
          response.setHeader("Access-Control-Allow-Origin", "https://shop.example");
          response.setHeader("Access-Control-Allow-Headers", "Authorization");
          const part = launcherParts.get(request.url?.replace("/launcher/", "") ?? "");
          if (part || request.url === "/launcher.js") {
            response
              .writeHead(200, { "Content-Type": "text/javascript", "Cache-Control": "max-age=600" })
              .end((part ?? launcher).body);
          } else if (request.method === "OPTIONS") response.writeHead(204).end();
          else answer(response);
        },
      },
    });
    // The browser's own messages about such responses.
    browser.trouble.expect(/Failed to load resource|blocked by CORS policy/);
    page = await browser.context.newPage();
    page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  });

  afterAll(() => browser?.[Symbol.asyncDispose]());

  /** Reloads the page; `warnings` then contains the launcher's new messages. */
  async function visit(given: Answer) {
    answer = given;
    warnings = [];
    await page.goto("https://shop.example/");
  }

  test("the same page with a complete configuration draws the widget, without a warning", async () => {
    await visit(json(config));
    await page.waitForSelector("service-chat", { state: "attached" });
    expect(warnings).toEqual([]);
  });

  test("Promise 31: whatever is wrong with it, nothing is drawn, one warning says why, and nothing is left behind", async () => {
    expect(failures.length).toBeGreaterThan(60);
    for (const [name, given] of failures) {
      await visit(given);
      await untilTrue(page, "!('ServiceChat' in window)");
      const drawn = await page.locator("service-chat, iframe").count();
      expect([name, drawn]).toEqual([name, 0]);
      expect([name, warnings]).toEqual([name, [expect.stringMatching(/^\[ServiceChat\] .{20,}/)]]);
      expect(warnings.join()).not.toContain("secret");
    }
  });
});
