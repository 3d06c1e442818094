import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { openChat } from "../support/start-widget.ts";
import { startTalk } from "../support/start-talk.ts";

describe.skipIf(noChromium)(`a person in the chat${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("takes it, talks under a name, and gives it back; a reload shows the same", async () => {
    await using talk = await startTalk();
    const page = await talk.openShop();
    let chat = await openChat(page);
    await askInChat(chat, "Hello");
    await chat.locator(".reply", { hasText: "Hello from the model." }).waitFor();
    const colleague = await talk.colleague();

    await colleague.take();
    await chat.getByText(`${colleague.name} joined the chat`).waitFor();
    await chat.locator(".handoff-bar").getByText(`You're talking to ${colleague.name}`).waitFor();
    await chat.getByPlaceholder(`Message ${colleague.name}…`).waitFor();
    const asked = talk.service.model.asked.length;
    await askInChat(chat, "Is my order on its way?");
    await chat.getByText("Is my order on its way?").waitFor();
    // Until the service has said that a person will answer, the line of a reply is there.
    const isSettled = () => expect.poll(() => chat.locator("article.live").count()).toBe(0);
    await isSettled();
    await colleague.type();
    await chat.getByText(`${colleague.name} is typing`).waitFor();
    await colleague.say("It *is*: <b>today</b>.");
    await chat.locator(".person-text", { hasText: "It *is*: <b>today</b>." }).waitFor();
    expect(await chat.getByText(`${colleague.name} is typing`).count()).toBe(0);
    expect(await chat.locator(".person b, .person em, article[aria-busy=true]").count()).toBe(0);
    expect(talk.service.model.asked).toHaveLength(asked);
    await askInChat(chat, "Thank you");
    await expect.poll(() => chat.locator(".bubble").count()).toBe(3);
    await isSettled();

    const lines = () => chat.locator(".entries > li").allInnerTexts();
    const before = await lines();
    await page.reload();
    chat = await openChat(page);
    await chat.locator(".person-text").waitFor();
    await expect.poll(lines).toEqual(before);

    await colleague.handBack();
    await chat.getByText("You're back with the assistant").waitFor();
    await chat.getByPlaceholder("Ask a question").waitFor();
    await expect.poll(() => chat.locator(".reply", { hasText: "Hello from the model." }).count()).toBe(2);
    expect(await chat.locator(".handoff-bar").getByText(`You're talking to ${colleague.name}`).count()).toBe(
      0,
    );
  });

  test("writes while the chat is closed, also on the site's next page: it counts as unread there", async () => {
    await using talk = await startTalk();
    const page = await talk.openShop();
    const chat = await openChat(page);
    await askInChat(chat, "Hello");
    await chat.locator(".reply", { hasText: "Hello from the model." }).waitFor();
    const colleague = await talk.colleague();
    await colleague.say("One moment.");
    await chat.locator(".person-text").waitFor();
    await page.evaluate("ServiceChat.close()");
    const listen = "counts = []; ServiceChat.on('unread', ({ count }) => counts.push(count))";
    const counts = () => page.evaluate("counts");
    await page.evaluate(listen);
    await colleague.say("I have it.");
    await expect.poll(counts).toEqual([1]);
    await page.evaluate("ServiceChat.open()");
    await expect.poll(counts).toEqual([1, 0]);
    await page.evaluate("ServiceChat.close()");

    const requests: string[] = [];
    page.on("request", (request) => void requests.push(new URL(request.url()).pathname));
    await page.goto("about:blank");
    await colleague.say("While you were away.");
    // As a page's own script would: before the bubble is there to count anything.
    await page.addInitScript(`if (window === top) {
      counts = [];
      ServiceChat = { q: [["on", "unread", ({ count }) => counts.push(count)]] };
    }`);
    await page.goto("https://shop.example/next");
    await expect.poll(counts).toEqual([1]);
    await colleague.say("And here.");
    await expect.poll(counts).toEqual([1, 2]);

    await colleague.handBack();
    await expect
      .poll(() => page.evaluate("Object.entries(sessionStorage).flat().join()"))
      .not.toMatch(/unread:\w+,\d+\+?p/);
    await page.evaluate("ServiceChat.open(); ServiceChat.close()");
    // What the page before still asks is its own.
    await page.goto("about:blank");
    requests.length = 0;
    await page.goto("https://shop.example/");
    await page.waitForFunction("window.ServiceChat");
    await page.waitForSelector("service-chat", { state: "attached" });
    expect(requests.filter((path) => path.startsWith("/chat-bot/") && !path.endsWith("config"))).toEqual([]);
  });

  test("writes to a hidden tab: it arrives there, but does not count as seen", async () => {
    await using talk = await startTalk();
    const page = await talk.openShop();
    const chat = await openChat(page);
    await askInChat(chat, "Hello");
    await chat.locator(".reply", { hasText: "Hello from the model." }).waitFor();
    const colleague = await talk.colleague();
    await colleague.say("One moment.");
    await chat.locator(".person-text").waitFor();
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      asked.push(pathname + search);
    });
    const hide = (hidden: boolean) =>
      chat.evaluate(
        `Object.defineProperty(document, "hidden", { value: ${hidden}, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"))`,
      );
    await hide(true);
    await expect.poll(() => asked).toContain("/chat-bot/stream?wait=idle&seen=false");
    await colleague.say("I have it.");
    await chat.locator(".person-text", { hasText: "I have it." }).waitFor();
    await colleague.handBack();
    await chat.getByRole("button", { name: "Talk to a person" }).waitFor();
    expect(asked.filter((path) => path.startsWith("/chat-bot/") && !path.includes("seen=false"))).toEqual([]);
    await hide(false);
    await chat.getByText("You're back with the assistant").waitFor();
    await expect.poll(() => asked).toContain("/chat-bot/stream?wait=idle");
  });

  test("wrote to a page that was loaded in a background tab: it is drawn there, but not seen until the tab is visible", async () => {
    await using talk = await startTalk();
    const page = await talk.openShop();
    const before = await openChat(page);
    await askInChat(before, "Hello");
    await before.locator(".reply", { hasText: "Hello from the model." }).waitFor();
    await (await talk.colleague()).say("I have it.");
    // This page is visible: what it still asks is not what the hidden one asks.
    await page.goto("about:blank");
    await page.addInitScript(
      `Object.defineProperty(document, "hidden", { value: true, configurable: true })`,
    );
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      asked.push(pathname + search);
    });
    await page.goto("https://shop.example/");
    const chat = await openChat(page);
    await chat.locator(".person-text", { hasText: "I have it." }).waitFor();
    await expect.poll(() => asked).toContain("/chat-bot/stream?wait=idle&seen=false");
    expect(asked).toContain("/chat-bot/history?seen=false");
    expect(asked).not.toContain("/chat-bot/history");
    await chat.evaluate(
      `Object.defineProperty(document, "hidden", { value: false, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"))`,
    );
    await expect.poll(() => asked).toContain("/chat-bot/stream?wait=idle");
  });

  test("writes and leaves between the first read of the history and the start of the stream: it is seen anyway", async () => {
    await using talk = await startTalk();
    const page = await talk.openShop();
    let chat = await openChat(page);
    await chat.getByRole("button", { name: "Talk to a person" }).click();
    await chat.getByRole("button", { name: "Cancel" }).click();
    await chat.getByText("You're back with the assistant").waitFor();

    const listening = Promise.withResolvers<void>();
    const listened = Promise.withResolvers<void>();
    await page.route("**/chat-bot/stream?wait=idle", async (route) => {
      listening.resolve();
      await listened.promise;
      await route.fallback();
    });
    await page.reload();
    chat = await openChat(page);
    await chat.getByText("You're back with the assistant").waitFor();
    await listening.promise;
    const colleague = await talk.colleague();
    await colleague.say("I was here.");
    await colleague.handBack();
    listened.resolve();
    await chat.locator(".person-text", { hasText: "I was here." }).waitFor();
  });
});
