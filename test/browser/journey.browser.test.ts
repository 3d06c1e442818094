import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { words } from "../support/model-server.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { chatOf, embedTag, openChat, startWidget } from "../support/start-widget.ts";
import { untilTrue } from "../support/until-true.ts";

describe.skipIf(noChromium)(`a visitor's journey${noChromium ? ` (${noChromium})` : ""}`, () => {
  onOneAndTwoNodes("on a page that is allowed, and on one that is not", (nodes) => {
    test("Promise 7: a reply that runs during a reload is followed to its end, without losing or doubling a word", async () => {
      let release: () => void = () => undefined;
      const until = new Promise<void>((resolve) => {
        release = resolve;
      });
      await using widget = await startWidget({
        nodes,
        script: () => ["first half, ", { until }, "second half."],
      });
      const page = await widget.openShop();
      let chat = await openChat(page);
      await askInChat(chat, "Tell me");
      await chat.getByText("first half,").waitFor();

      await page.reload();
      chat = await openChat(page);
      await chat.getByText("first half,").waitFor();
      release();

      await chat.getByText("first half, second half.", { exact: true }).first().waitFor();
      await expect.poll(() => chat.locator("article").count()).toBe(1);
    });

    test("Promise 24: a site that is not allowed cannot frame the chat, not even if it declares an allowed parent", async () => {
      await using widget = await startWidget(
        { nodes },
        { sites: { "evil.example": (_request, response) => response.end(page) } },
      );
      const source = (parent: string) =>
        `https://chat.example/chat/?key=${widget.service.keyId}&parent=${encodeURIComponent(parent)}`;
      const page = `<!doctype html><title>Evil</title>
        <iframe id="a" src="${source("https://shop.example")}"></iframe>
        <iframe id="b" src="${source("https://evil.example")}"></iframe>
        <iframe id="c" srcdoc='<iframe src="${source("https://shop.example")}"></iframe>'></iframe>`;
      widget.browser.trouble.expect(/frame-ancestors|Framing|chrome-error|ERR_BLOCKED/i);
      const evil = await widget.browser.visit("https://evil.example/");
      const refused = () => evil.frames().filter((frame) => frame.url() === "chrome-error://chromewebdata/");
      await expect.poll(() => refused().length).toBe(3);
      const titles = await Promise.all(
        evil
          .frames()
          .map((frame) =>
            frame.evaluate("document.querySelector('#app, main, textarea') !== null").catch(() => false),
          ),
      );
      expect(titles).not.toContain(true);
      expect(evil.frames().filter((frame) => frame.url().startsWith("https://chat.example"))).toEqual([]);
    });
  });

  for (const cookies of ["blocked", "allowed"] as const) {
    test(`Promise 30: with third-party storage ${cookies}, the chat works and is still there after a reload and on the next page`, async () => {
      await using widget = await startWidget(
        { script: () => words("Your order is **on its way**.") },
        { cookies },
      );
      const page = await widget.openShop();
      let chat = await openChat(page);
      await chat.getByText("Hi! How can we help?").waitFor();
      await askInChat(chat, "Where is my order?");
      await chat.locator("strong", { hasText: "on its way" }).waitFor();

      await page.reload();
      chat = await openChat(page);
      await chat.getByText("Where is my order?").waitFor();
      await chat.locator("strong", { hasText: "on its way" }).waitFor();

      await page.goto("https://shop.example/next");
      chat = await openChat(page);
      await chat.getByText("Where is my order?").waitFor();
      expect(widget.service.model.asked).toHaveLength(1);
    });
  }

  test("window.ServiceChat opens and closes the chat, even if called before it has loaded", async () => {
    await using widget = await startWidget();
    const page = await widget.openShop();
    await untilTrue(page, "window.ServiceChat");
    await page.evaluate("ServiceChat.open()");
    const prompt = (await chatOf(page)).getByRole("textbox", { name: "Your message" });
    await prompt.waitFor();
    await expect
      .poll(() => prompt.evaluate((element) => element === element.ownerDocument.activeElement))
      .toBe(true);
    await page.evaluate("ServiceChat.close()");
    await expect.poll(() => page.evaluate("ServiceChat.isOpen()")).toBe(false);
    await expect
      .poll(() => prompt.evaluate((element) => element === element.ownerDocument.activeElement))
      .toBe(false);
  });

  test("Promise 31: on a domain that is not allowed nothing is drawn and the console says why", async () => {
    await using widget = await startWidget(
      {},
      { sites: { "evil.example": (_request, response) => response.end(page) } },
    );
    const page = `<!doctype html><title>Evil</title><h1>Evil</h1>${embedTag(widget.service.key)}`;
    const warnings: string[] = [];
    widget.context.on("console", (message) => {
      if (message.type() === "warning") warnings.push(message.text());
    });
    widget.browser.trouble.expect(/403/);
    const evil = await widget.browser.visit("https://evil.example/");
    await expect.poll(() => warnings.length).toBe(1);
    expect(warnings[0]).toContain("https://evil.example");
    expect(await evil.locator("service-chat").count()).toBe(0);
    expect(await evil.evaluate("'ServiceChat' in window")).toBe(false);
  });

  test("an unreachable model causes an error with a retry button, and the visitor's message is kept", async () => {
    let asked = 0;
    await using widget = await startWidget({
      script: () => (asked++ < 3 ? { status: 503, body: "SECRET-PROVIDER-TEXT" } : words("Here again.")),
    });
    const page = await widget.openShop();
    const chat = await openChat(page);
    await askInChat(chat, "Are you there?");
    const retry = chat.getByRole("button", { name: "Retry" });
    await retry.waitFor();
    expect(await chat.locator("body").innerText()).not.toContain("SECRET");
    await retry.click();
    await chat.getByText("Here again.").first().waitFor();
  });

  test("a message that a proxy refuses while the service restarts stays visible, and is sent once", async () => {
    await using widget = await startWidget({ script: () => words("Back again.") });
    const keys = new Set<string | undefined>();
    let isAway = true;
    widget.browser.trouble.expect(/502/);
    await widget.context.route("https://chat.example/chat-bot/", (route) => {
      keys.add(route.request().headers()["idempotency-key"]);
      // nginx's response if nothing listens behind it.
      if (isAway) return route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502</h1>" });
      return route.continue();
    });
    const page = await widget.openShop();
    const chat = await openChat(page);
    await askInChat(chat, "Are you there?");

    await chat.getByText("Connection lost. Reconnecting…").waitFor();
    isAway = false;
    await chat.getByText("Back again.").first().waitFor();

    expect(await chat.getByText("Connection lost. Reconnecting…").count()).toBe(0);
    expect(await chat.getByRole("button", { name: "Retry" }).count()).toBe(0);
    expect(keys.size).toBe(1);
    expect(widget.service.model.asked).toHaveLength(1);
  });
});
