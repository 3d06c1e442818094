import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { noChromium } from "../support/chromium.ts";
import { openChat, startWidget } from "../support/start-widget.ts";

const prompt = ".composer textarea";

/** The label of the chat's prompt, once it is drawn. */
const promptOf = async (chat: Frame): Promise<string | null> =>
  chat.locator(prompt).getAttribute("aria-label");

/** The left and right edge of an element on the page, in pixels. */
async function widthOf(chat: Frame, selector: string): Promise<readonly [number, number]> {
  const box = await chat.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not drawn.`);
  return [box.x, box.x + box.width];
}

describe.skipIf(noChromium)(`the language of the chat${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is that of the tag, else of the page, else of the browser, with at most one more file", async () => {
    let html = "";
    await using widget = await startWidget(
      {},
      {
        flags: ["--lang=fr-CH", "--accept-lang=fr-CH,fr"],
        sites: {
          "shop.example": (_request, response) =>
            void response.setHeader("content-type", "text/html; charset=utf-8").end(html),
        },
      },
    );
    const asked: string[] = [];
    widget.context.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const dictionaries = () => asked.filter((path) => /\/assets\/[a-z]{2}-[^/]*\.js$/.test(path));
    const open = async (lang: string, attributes = "", call = ""): Promise<readonly [Page, Frame]> => {
      asked.length = 0;
      html = `<!doctype html><html${lang && ` lang="${lang}"`}><title>Shop</title><h1>Shop</h1>
        <script src="https://chat.example/launcher.js" data-agent-key="${widget.service.key}" ${attributes} async></script>`;
      const page = await widget.openShop();
      await page.waitForFunction("window.ServiceChat");
      await page.evaluate(call);
      return [page, await openChat(page)];
    };

    const [, byBrowser] = await open("");
    expect(await promptOf(byBrowser)).toBe("Votre message");
    expect(await byBrowser.evaluate("document.documentElement.lang")).toBe("fr-CH");

    const [, byPage] = await open("de");
    expect(await promptOf(byPage)).toBe("Ihre Nachricht");
    expect(dictionaries()).toHaveLength(1);

    const [page, byTag] = await open("de", `data-lang="en-GB"`);
    expect(await promptOf(byTag)).toBe("Your message");
    expect(dictionaries()).toEqual([]);

    const [, byPageAfterAll] = await open("de", `data-lang="tlh"`);
    expect(await promptOf(byPageAfterAll)).toBe("Ihre Nachricht");

    const [, byPageAfterCall] = await open("de", "", "ServiceChat.setLocale('tlh')");
    expect(await promptOf(byPageAfterCall)).toBe("Ihre Nachricht");

    await byTag.fill(prompt, "half a sentence");
    await page.evaluate("ServiceChat.setLocale('ar')");
    await byTag.locator(`${prompt}[aria-label="رسالتك"]`).waitFor();
    expect(await byTag.evaluate("[document.documentElement.lang, document.documentElement.dir]")).toEqual([
      "ar",
      "rtl",
    ]);
    expect(await byTag.inputValue(prompt)).toBe("half a sentence");
    await page.evaluate("ServiceChat.setLocale('tlh')");
    await byTag.locator(`${prompt}[aria-label="Your message"]`).waitFor();
  });

  test("is laid out from right to left in Arabic, while each text keeps its own direction", async () => {
    await using widget = await startWidget();
    const page = await widget.openShop();
    const chat = await openChat(page);
    // Without the bubble, the chat has its own close button.
    await page.evaluate("ServiceChat.hideLauncher()");
    const close = ".title-bar button:last-child:not(.spare)";
    const english = { title: await widthOf(chat, "h1"), close: await widthOf(chat, close) };
    expect(english.close[0]).toBeGreaterThan(english.title[1]);
    await page.evaluate("ServiceChat.setLocale('ar')");
    await chat.locator(`${prompt}[aria-label="رسالتك"]`).waitFor();
    const [start] = await widthOf(chat, "h1");
    expect((await widthOf(chat, close))[1]).toBeLessThan(start);
    const [field] = await widthOf(chat, prompt);
    expect((await widthOf(chat, ".composer button[type=submit]"))[1]).toBeLessThanOrEqual(field);

    await chat.fill(prompt, "Where is my order?");
    await chat.press(prompt, "Enter");
    await chat.locator(".reply:not(.live)").waitFor();
    const direction = (selector: string) =>
      chat.evaluate(`getComputedStyle(document.querySelector("${selector}")).direction`);
    expect(await direction(".said .bubble")).toBe("ltr");
    expect(await direction(".composer")).toBe("rtl");
    const frame = await widthOf(chat, ".frame");
    const [, said] = await widthOf(chat, ".said .bubble");
    expect(said).toBeLessThan((frame[0] + frame[1]) / 2 + 60);
  });

  test("is English if its texts cannot be loaded", async () => {
    await using widget = await startWidget();
    widget.browser.trouble.expect(/\/assets\/ja-/);
    await widget.context.route(/\/assets\/ja-/, (route) => route.abort());
    const page = await widget.openShop();
    await page.evaluate("ServiceChat.setLocale('ja')");
    const chat = await openChat(page);
    expect(await promptOf(chat)).toBe("Your message");
    expect(await chat.evaluate("document.documentElement.lang")).toBe("en");
  });
});
