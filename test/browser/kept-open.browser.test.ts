import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { chatOf, embedTag, openChat, startWidget } from "../support/start-widget.ts";
import { untilTrue } from "../support/until-true.ts";

const folder = process.env["SCREENSHOTS"];
const keep = async (page: Page, name: string) =>
  folder && (await page.screenshot({ path: `${folder}/${name}.png` }));

/** Each page records its events, and starts with a focused field. */
const listening = `
  window.heard = [];
  addEventListener("DOMContentLoaded", () => {
    const field = document.createElement("input");
    field.ariaLabel = "Search the shop";
    document.body.append(field);
    field.focus();
  });
  window.ServiceChat = {
    q: ["ready", "open", "close", "unread"].map((name) => ["on", name, () => heard.push(name)]),
  };`;

/** The launcher has loaded, and so has what it loads if there is a note. */
async function untilSettled(page: Page): Promise<void> {
  await untilTrue(page, "heard.includes('ready')");
  await untilTrue(
    page,
    "performance.getEntriesByType('resource').some(({ name }) => /launcher\\/later/.test(name))",
  );
  await untilTrue(page, "sessionStorage.length === 0");
}

describe.skipIf(noChromium)(
  `a chat that the visitor left open${noChromium ? ` (${noChromium})` : ""}`,
  () => {
    test("is also open on the next page, does not take the focus there, and neither counts nor sounds", async () => {
      const ended = Promise.withResolvers<void>();
      await using widget = await startWidget({
        script: () => ["The first half, ", { until: ended.promise }, "and the second."],
      });
      const page = await widget.openShop();
      await page.addInitScript(
        `if (self === top) { ${listening}
        window.played = 0;
        window.AudioContext = class extends AudioContext { constructor() { super(); played++; } }; }`,
      );
      await page.reload();
      const first = await openChat(page);
      await askInChat(first, "Both halves?");
      await first.getByText("The first half,").waitFor();

      await page.goto("https://shop.example/next");
      const next = await chatOf(page);
      await next.getByText("The first half,").waitFor();
      expect(await page.evaluate("ServiceChat.isOpen()")).toBe(true);
      ended.resolve();
      await next.locator("article:not(.live)").waitFor();
      await next.getByRole("button", { name: "Chat menu" }).waitFor();
      await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))");
      expect(await page.evaluate("document.activeElement.ariaLabel")).toBe("Search the shop");
      await page.keyboard.type("lamps");
      expect(await page.evaluate("document.activeElement.value")).toBe("lamps");
      expect(await next.evaluate("document.activeElement === document.body")).toBe(true);
      expect([await page.evaluate("played"), await page.evaluate("heard")]).toEqual([0, ["ready", "open"]]);
      await keep(page, "kept-open");

      // Opening the chat then focuses it, and once it is closed, it is closed on every page.
      await page.evaluate("ServiceChat.open()");
      await untilTrue(next, "document.hasFocus() && document.activeElement.localName === 'textarea'");
      // The page hears of it from the browser, which sends keys to the frame by then.
      await untilTrue(page, "document.activeElement.localName === 'service-chat'");
      await page.keyboard.press("Escape");
      await untilTrue(page, "heard.includes('close')");
      for (const path of ["/", "/next"]) {
        await page.goto(`https://shop.example${path}`);
        await untilTrue(page, "heard.includes('ready')");
        expect(await page.evaluate("[ServiceChat.isOpen(), sessionStorage.length]")).toEqual([false, 0]);
      }
    });

    test("is not opened over the page on a phone, and counts as closed from then on", async () => {
      await using widget = await startWidget();
      const page = await widget.openShop("/", { width: 390, height: 844 });
      await page.addInitScript(`if (self === top) { ${listening} }`);
      const chat = await openChat(page);
      await chat.getByRole("textbox").waitFor();
      expect(await page.evaluate("sessionStorage.length")).toBe(1);
      await page.goto("https://shop.example/next");
      await untilSettled(page);
      expect(await page.evaluate("ServiceChat.isOpen()")).toBe(false);
      await keep(page, "kept-open-telephone");
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto("https://shop.example/");
      await untilTrue(page, "heard.includes('ready')");
      expect(await page.evaluate("ServiceChat.isOpen()")).toBe(false);
    });

    test("is closed on the next page with data-keep-open=false", async () => {
      let html = "";
      await using widget = await startWidget(
        {},
        {
          sites: {
            "shop.example": ({ url }, response) =>
              void response
                .setHeader("content-type", "text/html; charset=utf-8")
                .end(url === "/checkout" ? html.replace(" async", ' data-keep-open="false" async') : html),
          },
        },
      );
      html = `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${embedTag(widget.service.key)}`;
      const page = await widget.openShop();
      await page.addInitScript(`if (self === top) { ${listening} }`);
      await (await openChat(page)).getByRole("textbox").waitFor();
      await page.goto("https://shop.example/checkout");
      await untilSettled(page);
      expect(await page.evaluate("ServiceChat.isOpen()")).toBe(false);
      // A chat opened there is not kept open either.
      await (await openChat(page)).getByRole("textbox").waitFor();
      expect(await page.evaluate("sessionStorage.length")).toBe(0);
      await page.goto("https://shop.example/");
      await untilTrue(page, "heard.includes('ready')");
      expect(await page.evaluate("ServiceChat.isOpen()")).toBe(false);
    });

    test("is open only in its own tab", async () => {
      await using widget = await startWidget();
      const page = await widget.openShop();
      await (await openChat(page)).getByRole("textbox").waitFor();
      const other = await widget.openShop();
      await other.addInitScript(`if (self === top) { ${listening} }`);
      await other.goto("https://shop.example/next");
      await untilTrue(other, "heard.includes('ready')");
      expect(await other.evaluate("[ServiceChat.isOpen(), sessionStorage.length]")).toEqual([false, 0]);
      await page.goto("https://shop.example/next");
      await (await chatOf(page)).getByRole("textbox").waitFor();
      expect(await page.evaluate("ServiceChat.isOpen()")).toBe(true);
    });

    test("is noted again by a page that the visitor goes back to, which is as it was left", async () => {
      await using widget = await startWidget();
      const page = await widget.openShop();
      const comeBack = `dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`;
      await (await openChat(page)).getByRole("textbox").waitFor();
      await page.evaluate(`sessionStorage.clear(); ${comeBack}`);
      expect(await page.evaluate("Object.keys(sessionStorage)")).toEqual([
        expect.stringMatching(/^servicechat:open:[^_]+$/),
      ]);
      await page.evaluate("ServiceChat.close()");
      await page.evaluate(comeBack);
      expect(await page.evaluate("Object.keys(sessionStorage)")).toEqual([]);
    });
  },
);
