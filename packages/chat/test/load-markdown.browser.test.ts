import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../../../test/support/ask-in-chat.ts";
import { noChromium } from "../../../test/support/chromium.ts";
import { words } from "../../../test/support/model-server.ts";
import { openChat, startWidget } from "../../../test/support/start-widget.ts";

const reader = /\/chat\/assets\/answer-view-[\w-]+\.js(?:\?again=\d+)?$/;
const notice = "Answers appear unformatted until the rest of the chat has loaded.";

/** How far below the upper edge of the chat's list an element is, in pixels. */
async function belowEdge(chat: Frame, selector: string): Promise<number> {
  const [list, shown] = await Promise.all(
    [".scroller", selector].map((each) => chat.locator(each).last().boundingBox()),
  );
  return list && shown ? shown.y - list.y : Number.NaN;
}

describe.skipIf(noChromium)(`the part that parses Markdown${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is loaded once there is a message, not in a chat that is only opened, and does not move the welcome", async () => {
    const starters = Array.from({ length: 6 }, (_, number) => `Where would I find number ${number}?`);
    await using widget = await startWidget({ agent: { starters } });
    const asked: string[] = [];
    widget.context.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const chat = await openChat(await widget.openShop("/", { width: 800, height: 450 }));
    await chat.getByRole("button", { name: "Where would I find number 5?" }).waitFor();
    expect(asked).toContain("/chat-bot/agent");
    expect(asked.filter((path) => reader.test(path))).toEqual([]);

    const fetched = widget.context.waitForEvent("requestfinished", (request) => reader.test(request.url()));
    await chat.getByRole("textbox").fill("One line\nand another");
    await fetched;
    await chat.getByRole("textbox").fill("One line\nand another\nand a third");
    await chat.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    await expect.poll(() => belowEdge(chat, ".welcome")).toBeGreaterThanOrEqual(0);
    expect(await chat.getByRole("button", { name: "New messages" }).count()).toBe(0);
    expect(asked.filter((path) => reader.test(path))).toHaveLength(1);
  });

  test("is loaded again after a failure; until then the answer is plain text, and the chat says so", async () => {
    await using widget = await startWidget({ script: () => words("It is **really** so.") });
    widget.browser.trouble.expect(/ERR_FAILED/);
    await widget.context.route(reader, (route) => route.abort());
    const chat = await openChat(await widget.openShop());
    await askInChat(chat, "Is it?");
    await chat.getByText("It is **really** so.", { exact: true }).waitFor();
    await chat.getByText(notice).waitFor();

    await widget.context.unroute(reader);
    await chat.locator("article strong", { hasText: "really" }).waitFor();
    await expect.poll(() => chat.getByText(notice).count()).toBe(0);
    expect(await chat.locator("article").count()).toBe(1);
    expect(widget.service.model.asked).toHaveLength(1);
  });

  test("is not needed for reading a long answer from its beginning", async () => {
    const lines = Array.from({ length: 60 }, (_, number) => `- Line ${number}\n`).join("");
    await using widget = await startWidget({ script: () => words(lines) });
    widget.browser.trouble.expect(/ERR_FAILED/);
    await widget.context.route(reader, (route) => route.abort());
    const chat = await openChat(await widget.openShop());
    for (const asked of [1, 2]) {
      await askInChat(chat, `Question ${asked}`);
      await chat
        .locator("article:not(.live)", { hasText: "- Line 59" })
        .nth(asked - 1)
        .waitFor();
    }
    await expect.poll(() => belowEdge(chat, ".said")).toBeCloseTo(14, 0);
  });
});
