import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { words } from "../support/model-server.ts";
import { chatOf, embedTag, openChat, startWidget } from "../support/start-widget.ts";

describe.skipIf(noChromium)(`the chat's place on a page${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("on a phone the open chat fills the screen, and its own button closes it", async () => {
    await using widget = await startWidget();
    const page = await widget.openShop("/", { width: 390, height: 844 });
    const chat = await openChat(page);
    await chat.getByText("Hi! How can we help?").waitFor();

    expect(await (await chat.frameElement()).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    expect(await chat.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);

    await chat.getByRole("button", { name: "Close chat" }).click();
    await expect.poll(() => page.evaluate("ServiceChat.isOpen()")).toBe(false);
  });

  test("one close button is visible: the bubble beside the panel, or else the chat's own", async () => {
    await using widget = await startWidget();
    const page = await widget.openShop("/", { width: 1280, height: 800 });
    const chat = await openChat(page);
    const own = chat.getByRole("button", { name: "Close chat" });
    const width = async () => (await own.boundingBox())?.width;
    await expect.poll(width).toBe(1);
    // A chat that opens takes the focus, once.
    await expect.poll(() => chat.evaluate("document.activeElement.localName")).toBe("textarea");

    // Keyboard users can reach it, and it is visible while it has the focus.
    await own.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect.poll(width).toBe(36);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate("ServiceChat.isOpen()")).toBe(false);
    await page.evaluate("ServiceChat.open()");
    // Only then does the browser send keys to the frame.
    await expect.poll(() => page.evaluate("document.activeElement.localName")).toBe("service-chat");
    await chat.locator(".composer textarea").press("Escape");
    await expect.poll(() => page.evaluate("ServiceChat.isOpen()")).toBe(false);
    await page.evaluate("ServiceChat.open()");
    await expect.poll(width).toBe(1);

    // The window becomes as narrow as a phone: the chat fills it, and the bubble is hidden.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(width).toBe(36);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(width).toBe(1);
    await page.mouse.click(1232, 752); // the bubble's position
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(false);
  });

  test("a logo that fails to load is replaced by the default mark, in the bubble and in the title bar", async () => {
    await using widget = await startWidget(
      { agent: { branding: { logo: "https://logo.example/gone.png" } } },
      { sites: { "logo.example": (_request, response) => response.writeHead(404).end() } },
    );
    widget.browser.trouble.expect(/404.*logo\.example/);
    const page = await widget.openShop();
    const chat = await openChat(page);
    await chat.locator(".title-bar .mark svg").waitFor();

    await expect.poll(() => chat.locator("img").count()).toBe(0);
  });

  test("the content of a task item is below its text, including nested tasks", async () => {
    const text = "- [ ] pack\n  - [x] wrap\n    - [ ] buy paper\n  - weigh\n\n  twice";
    await using widget = await startWidget({ script: () => [text] });
    const chat = await openChat(await widget.openShop());
    await askInChat(chat, "What is to be done?");
    await chat.locator("article:not(.live) .task").nth(2).waitFor();
    const starts = await chat.evaluate<number[][]>(`Array.from(document.querySelectorAll(".task"), (task) => {
      const words = document.createRange();
      words.selectNodeContents(task.querySelector("label > :last-child"));
      const below = task.querySelectorAll(":scope > p, :scope > ul > .task > label > input");
      return [words, ...below].map((each) => Math.round(each.getBoundingClientRect().left));
    })`);
    expect(starts.map(({ length }) => length)).toEqual([3, 2, 1]);
    for (const [first = 0, ...below] of starts)
      for (const each of below) expect(each).toBeGreaterThanOrEqual(first);
  });

  test("a logo that loads is drawn in the title bar", async () => {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>`;
    await using widget = await startWidget(
      { agent: { branding: { logo: "https://logo.example/logo.svg" } } },
      {
        sites: {
          "logo.example": (_request, response) =>
            response
              .writeHead(200, {
                "Content-Type": "image/svg+xml",
                "Cross-Origin-Resource-Policy": "cross-origin",
              })
              .end(drawing),
        },
      },
    );
    const chat = await openChat(await widget.openShop());
    const logo = chat.locator(".title-bar img");
    await logo.waitFor();
    await expect
      .poll(() => logo.evaluate((image: { naturalWidth?: number }) => image.naturalWidth))
      .not.toBe(0);
  });

  test("a floating chat is a card without a title bar that hides the bubble and still shows its name", async () => {
    await using widget = await startWidget({ agent: { branding: { style: "floating" } } });
    const page = await widget.openShop();
    const chat = await openChat(page);
    await chat.getByText("Hi! How can we help?").waitFor();

    expect(await chat.locator(".title-bar .mark").count()).toBe(0);
    const name = await chat.getByRole("heading", { name: "Acme Support" }).boundingBox();
    expect(name?.width).toBe(1);
    await chat.getByRole("button", { name: "Close chat" }).click();
    await expect.poll(() => page.evaluate("ServiceChat.isOpen()")).toBe(false);
  });

  test("on a page over plain HTTP the chat works, and is still there after a reload", async () => {
    let shopPage = "";
    await using widget = await startWidget(
      { allowed: ["http://plain.example"], script: () => words("Sent without TLS.") },
      { sites: { "plain.example": (_request, response) => response.end(shopPage) } },
    );
    shopPage = `<!doctype html><html lang="en"><title>Plain</title><h1>Plain</h1>${embedTag(widget.service.key)}`;
    const page = await widget.browser.visit("http://plain.example/");
    expect(await page.evaluate("isSecureContext")).toBe(false);
    let chat = await openChat(page);
    await askInChat(chat, "Does it work?");
    await chat.getByText("Sent without TLS.").first().waitFor();

    await page.reload();
    await openChat(page);
    chat = await chatOf(page);
    await chat.getByText("Sent without TLS.").first().waitFor();
  });
});
