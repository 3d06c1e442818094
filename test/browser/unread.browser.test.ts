import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { openChat, startWidget } from "../support/start-widget.ts";
import { untilTrue } from "../support/until-true.ts";

describe.skipIf(noChromium)(`unseen answers${noChromium ? ` (${noChromium})` : ""}`, () => {
  for (const cookies of ["blocked", "allowed"] as const) {
    test(`with third-party storage ${cookies}, an answer in progress counts on the next page, which sends no request`, async () => {
      const ended = Promise.withResolvers<void>();
      await using widget = await startWidget(
        { script: () => ["The first half, ", { until: ended.promise }, "and the second."] },
        { cookies },
      );
      const page = await widget.openShop();
      await page.addInitScript(`
        window.counts = [];
        addEventListener("load", () => self.ServiceChat?.on("unread", ({ count }) => counts.push(count)));`);
      const first = await openChat(page);
      await askInChat(first, "Both halves?");
      await first.getByText("The first half,").waitFor();
      await page.evaluate("ServiceChat.close()");

      const asked: string[] = [];
      widget.context.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await page.goto("https://shop.example/next");
      await untilTrue(page, "counts.length > 0");
      ended.resolve();
      expect(await page.evaluate("counts")).toEqual([1]);
      expect(asked.filter((path) => /^\/chat(?!-bot\/config)/.test(path))).toEqual([]);

      const chat = await openChat(page);
      await chat.getByText("The first half, and the second.").waitFor();
      expect(await page.evaluate("counts")).toEqual([1, 0]);
      await chat.locator("article:not(.live)").waitFor();
      await page.evaluate("ServiceChat.close()");
      await page.goto("https://shop.example/");
      await page.waitForSelector("service-chat", { state: "attached" });
      expect(await page.evaluate("Object.keys(sessionStorage)")).toEqual([]);
    });
  }

  test("do not include one that came while the chat was open", async () => {
    await using widget = await startWidget();
    const page = await widget.openShop();
    const chat = await openChat(page);
    await page.evaluate(`
      window.heard = [];
      for (const name of ["message:received", "unread"]) ServiceChat.on(name, () => heard.push(name))`);
    const received = "heard.filter((name) => name === 'message:received').length";
    for (const count of [1, 2]) {
      await askInChat(chat, "Hello");
      await untilTrue(page, `${received} === ${count}`);
    }
    expect(await page.evaluate("heard")).toEqual(["message:received", "message:received"]);
  });

  test("are those that came after it was closed again", async () => {
    const closed = Promise.withResolvers<void>();
    await using widget = await startWidget({ script: () => ["Half, ", { until: closed.promise }, "whole."] });
    const page = await widget.openShop();
    const chat = await openChat(page);
    await page.evaluate("window.counts = []; ServiceChat.on('unread', ({ count }) => counts.push(count))");
    await askInChat(chat, "Hello");
    await chat.getByText("Half,").waitFor();
    await page.evaluate("ServiceChat.close()");
    await untilTrue(chat, "document.activeElement === document.body"); // so it has been notified
    closed.resolve();
    await untilTrue(page, "counts.join() === '1'");
  });
});
