import type { Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { untilTrue } from "../../../test/support/until-true.ts";
import { bubbleOf, chatFrame, setStage } from "./support/stage.ts";

const parts = /\/launcher\/later-/;

describe.skipIf(noChromium)(`lazy loading${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  test("a page requests only launcher and configuration; pointing at the bubble loads the panel, once", async () => {
    const page = await stage.show({ source: "https://chat.example/launcher.js?page=1" });
    await bubbleOf(page).waitFor();
    const asked = () => stage.service.requests.filter(({ method }) => method === "GET").map(({ url }) => url);
    expect(asked().slice(-2)).toEqual(["/launcher.js?page=1", "/chat-bot/config"]);

    const before = asked().length;
    await bubbleOf(page).hover();
    await expect
      .poll(() => asked().slice(before))
      .toEqual([expect.stringMatching(/^\/launcher\/later-[\w-]{8}\.js$/)]);
    expect(await page.locator("service-chat iframe").count()).toBe(0);
    await bubbleOf(page).click();
    await chatFrame(page);
    expect(asked().filter((url) => url.startsWith("/launcher/"))).toHaveLength(1);
  });

  test("calls while the panel is loading are executed, in order, once it has loaded", async () => {
    const page = await stage.show();
    await bubbleOf(page).waitFor();
    const held: Route[] = [];
    await page.route(parts, (route) => void held.push(route));
    await page.evaluate(`
      window.events = [];
      for (const name of ["open", "close"]) ServiceChat.on(name, () => events.push(name));
      const context = { cart: 1 };
      ServiceChat.setContext(context);
      context.cart = 2;
      ServiceChat.open(); ServiceChat.prefill("draft"); ServiceChat.close(); ServiceChat.sendMessage("hello")`);
    await bubbleOf(page).click();
    await page.getByRole("button", { expanded: true }).waitFor();
    expect(await page.evaluate("[ServiceChat.isOpen(), events]")).toEqual([true, ["open", "close", "open"]]);
    expect(await page.locator("service-chat iframe").count()).toBe(0);

    await expect.poll(() => held.length).toBe(1);
    await held[0]?.continue();
    const frame = await chatFrame(page);
    await untilTrue(frame, "heard.at(-1)?.type === 'open' && heard.length > 1");
    expect(await frame.evaluate("heard")).toEqual([
      { type: "context", context: { cart: 1 } },
      { type: "open" },
      { type: "prefill", text: "draft" },
      { type: "close" },
      { type: "send", text: "hello" },
      { type: "open" },
    ]);
  });

  test("settings before anybody chats do not pile up: the last of each counts", async () => {
    const page = await stage.show();
    await bubbleOf(page).waitFor();
    await page.evaluate(`
      for (let cart = 1; cart <= 50; cart++) {
        ServiceChat.setContext({ cart });
        ServiceChat.setUser({ id: "u" + cart, token: "t" });
      }
      ServiceChat.newChat();`);
    await bubbleOf(page).hover();
    await untilTrue(page, "performance.getEntriesByType('resource').some(({ name }) => /later-/.test(name))");
    // The panel has loaded, but there is no frame yet.
    await page.evaluate(
      "for (let cart = 51; cart <= 99; cart++) ServiceChat.setContext({ cart }); ServiceChat.open()",
    );
    const frame = await chatFrame(page);
    await untilTrue(frame, "heard.at(-1)?.type === 'open'");
    expect(await frame.evaluate("heard")).toEqual([
      { type: "user", user: { id: "u50", token: "t" } },
      { type: "new-chat" },
      { type: "context", context: { cart: 99 } },
      { type: "open" },
    ]);
  });

  test("an error in the last value of a setting is reported once, and a context that is too large at once", async () => {
    const page = await stage.show();
    await bubbleOf(page).waitFor();
    await page.evaluate("for (let time = 0; time < 3; time++) ServiceChat.setContext('no object')");
    await page.evaluate("ServiceChat.setUser({ id: 'u', token: ' '.repeat(3_000) })");
    await expect.poll(() => page.warnings.length).toBe(2);
    expect(await page.locator("service-chat iframe").count()).toBe(0);
  });

  test("a frame that arrived without its script is requested again, until it says hello", async () => {
    stage.trouble.expect(/ERR_FAILED|404/);
    const page = await stage.show();
    let refused = 0;
    await page.route("**/chat/frame.js", (route) => (refused++ < 2 ? route.abort() : route.continue()));
    await page.evaluate("ServiceChat.open(); ServiceChat.prefill('kept')");
    const frame = await chatFrame(page);
    await untilTrue(frame, "heard.some(({ text }) => text === 'kept')");
    expect(refused).toBe(3);
  });

  test("a panel that fails to load closes the chat with one warning, and the next click tries again", async () => {
    stage.trouble.expect(/ERR_FAILED/);
    const page = await stage.show();
    await bubbleOf(page).waitFor();
    const asked: string[] = [];
    page.on("request", (request) => /later-/.test(request.url()) && asked.push(request.url()));
    await page.route(parts, (route) => route.abort(), { times: 1 });
    await page.evaluate("ServiceChat.open(); ServiceChat.sendMessage('kept')");
    await page.getByRole("button", { expanded: false }).waitFor();
    expect(page.warnings).toEqual([expect.stringContaining("later")]);
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(false);

    await bubbleOf(page).click();
    const frame = await chatFrame(page);
    await untilTrue(frame, "heard.some(({ text }) => text === 'kept')");
    expect(await page.locator("service-chat iframe").isVisible()).toBe(true);
    // Browsers may remember that a URL failed.
    expect(new Set(asked).size).toBe(2);
  });
});
