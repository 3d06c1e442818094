import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { words } from "../support/model-server.ts";
import { openChat, startWidget, type Widget } from "../support/start-widget.ts";

const line = "You seem to be offline. The chat will resume when you're back online.";
const unsent = "Will be sent when you're back online";
const expected =
  /ERR_INTERNET_DISCONNECTED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION|ERR_NETWORK|ERR_EMPTY_RESPONSE/;

const offlineLine = (chat: Frame) => chat.locator(".notice", { hasText: line });

/** A step of a model's script that waits until the test releases it. */
const gate = () => Promise.withResolvers<void>();

async function loseNetwork({ context, browser }: Widget): Promise<void> {
  await context.setOffline(true);
  browser.cutConnections(); // emulated offline mode does not affect open streams
}

describe.skipIf(noChromium)(`without a network${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("the chat says so in one line, and removes it when the network is back", async () => {
    await using widget = await startWidget();
    widget.browser.trouble.expect(expected);
    const chat = await openChat(await widget.openShop());
    await chat.locator("[role=status]").waitFor({ state: "attached" });
    expect(await offlineLine(chat).count()).toBe(0);
    await loseNetwork(widget);
    await offlineLine(chat).waitFor();
    await chat.locator("[role=status]", { hasText: line }).waitFor({ state: "attached" });
    await widget.context.setOffline(false);
    await expect.poll(() => chat.getByText(line).count()).toBe(0);
  });

  test("a message waits visibly, and is sent once", async () => {
    await using widget = await startWidget({ script: () => words("Here I am.") });
    widget.browser.trouble.expect(expected);
    const page = await widget.openShop();
    const chat = await openChat(page);
    await chat.getByRole("textbox").waitFor();
    await loseNetwork(widget);
    await askInChat(chat, "Are you there?");
    await chat.locator(".bubble", { hasText: "Are you there?" }).waitFor();
    await chat.getByText(unsent).waitFor();
    expect(await chat.getByRole("button", { name: "Retry" }).count()).toBe(0);
    expect(widget.service.model.asked).toHaveLength(0);

    await widget.context.setOffline(false);
    await chat.getByText("Here I am.", { exact: true }).first().waitFor();
    await expect.poll(() => offlineLine(chat).count()).toBe(0);
    expect(await chat.getByText(unsent).count()).toBe(0);
    expect(await chat.locator(".bubble").count()).toBe(1);
    expect(widget.service.model.asked).toHaveLength(1);
  });

  test("a message is not accepted twice if only its response was lost", async () => {
    const { promise: until, resolve: release } = gate();
    await using widget = await startWidget({ script: () => [{ until }, "Once."] });
    widget.browser.trouble.expect(expected);
    const chat = await openChat(await widget.openShop());
    await askInChat(chat, "Only once");
    await expect.poll(() => widget.service.model.asked.length).toBe(1);
    await loseNetwork(widget);
    await offlineLine(chat).waitFor();
    await widget.context.setOffline(false);
    release();
    await chat.getByText("Once.", { exact: true }).first().waitFor();
    expect(await chat.locator("article").count()).toBe(1);
    expect(widget.service.model.asked).toHaveLength(1);
  });

  for (const [title, minutes, endsMeanwhile] of [
    ["that still runs after two minutes is followed from where it was", 2, false],
    ["that has ended in forty minutes is read from the history", 40, true],
  ] as const) {
    test(`an answer ${title}, without any action by the visitor`, async () => {
      const { promise: until, resolve: release } = gate();
      await using widget = await startWidget({ script: () => ["one two ", { until }, "three."] });
      widget.browser.trouble.expect(expected);
      await widget.context.clock.install();
      const page = await widget.openShop();
      const chat = await openChat(page);
      await askInChat(chat, "Count");
      await chat.getByText("one two").first().waitFor();
      const streams: string[] = [];
      widget.context.on("request", (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith("/chat-bot/")) streams.push(`${request.method()} ${pathname}`);
      });

      await loseNetwork(widget);
      await offlineLine(chat).waitFor();
      if (endsMeanwhile) release();
      await widget.context.clock.fastForward(minutes * 60_000);
      await offlineLine(chat).waitFor();
      expect(await chat.getByRole("button", { name: "Retry" }).count()).toBe(0);

      const followed = widget.context.waitForEvent("response", (answer) =>
        new URL(answer.url()).pathname.startsWith("/chat-bot/stream"),
      );
      await widget.context.setOffline(false);
      expect((await followed).status()).toBe(endsMeanwhile ? 204 : 200);
      await expect.poll(() => offlineLine(chat).count()).toBe(0);
      release();
      await chat.getByText("one two three.", { exact: true }).first().waitFor();
      expect(await chat.locator("article").count()).toBe(1);
      expect(streams.includes("GET /chat-bot/history")).toBe(endsMeanwhile);
      expect(streams).not.toContain("POST /chat-bot/");
      expect(widget.service.model.asked).toHaveLength(1);
    });
  }

  test("a chat that starts offline loads once the network is back, including messages from the meantime", async () => {
    await using widget = await startWidget({ script: () => words("Good that you waited.") });
    widget.browser.trouble.expect(/./);
    await widget.context.route("**/chat-bot/agent", (route) => route.abort("internetdisconnected"));
    const chat = await openChat(await widget.openShop());
    await askInChat(chat, "Hello?");
    await chat.locator(".bubble", { hasText: "Hello?" }).waitFor();
    await chat.getByText(unsent).waitFor();
    await widget.context.unroute("**/chat-bot/agent");
    await chat.evaluate("dispatchEvent(new Event('online'))");
    await chat.getByText("Good that you waited.", { exact: true }).first().waitFor();
    expect(await chat.locator(".bubble").count()).toBe(1);
    expect(widget.service.model.asked).toHaveLength(1);
  });
});
