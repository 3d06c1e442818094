import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { words } from "../support/model-server.ts";
import { chatOf, embedTag, openChat, startWidget } from "../support/start-widget.ts";

const guide = readFileSync(join(import.meta.dirname, "../../docs/embedding.md"), "utf8");

/** The first script of the guide below a heading. */
function scriptBelow(heading: string): string {
  const section = guide.slice(guide.indexOf(`\n## ${heading}\n`));
  const [script] = /<script>[^]*?<\/script>/.exec(section) ?? [];
  if (!script) throw new Error(`The guide has no script below ${heading}.`);
  return script;
}

describe.skipIf(noChromium)(`the guide to embedding${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("keeps the chat open from page to page as the visitor left it, and not on a telephone", async () => {
    let html = "";
    await using widget = await startWidget(
      { script: () => words("In the morning.") },
      {
        sites: {
          "shop.example": (_request, response) =>
            void response.setHeader("content-type", "text/html; charset=utf-8").end(html),
        },
      },
    );
    html = `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>
      ${scriptBelow("Calling methods before the script has loaded")}
      ${scriptBelow("Keep the chat open from page to page")}
      ${embedTag(widget.service.key)}`;
    const page = await widget.openShop();
    await askInChat(await openChat(page), "When does it come?");
    await (await chatOf(page)).getByText("In the morning.").first().waitFor();

    await page.goto("https://shop.example/next");
    const next = await chatOf(page);
    await next.getByText("In the morning.").first().waitFor();
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(true);

    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("https://shop.example/");
    await page.waitForSelector("service-chat", { state: "attached" });
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(false);

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.reload();
    await chatOf(page);
    await page.evaluate("ServiceChat.close()");
    await page.goto("https://shop.example/next");
    await page.waitForSelector("service-chat", { state: "attached" });
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(false);
  });
});
