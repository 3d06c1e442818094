import { fileURLToPath } from "node:url";
import { createConsoleFiles, loadAssets } from "@servicechat/server";
import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { buildIfStale } from "../../scripts/build.ts";
import { askInChat } from "../support/ask-in-chat.ts";
import { openBrowser, type TestBrowser } from "../support/browser.ts";
import { noChromium } from "../support/chromium.ts";
import { consoleUrl, startConsole, type TestConsole } from "../support/start-console.ts";
import { mostDifferentPixel } from "../support/most-different-pixel.ts";
import { agentPath, startPreview } from "../support/start-preview.ts";
import type { StartOptions } from "../support/start-service.ts";

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));

/** A service with everything built, and an editor in a browser. */
interface Stage extends AsyncDisposable {
  readonly console: TestConsole;
  readonly browser: TestBrowser;
  readonly cookie: string;
}

/** A file with most of what can be seen at first. */
const agent = {
  welcomeMessage: "Hello! What can we do for you?",
  branding: { primaryColor: "#9a3412", position: "bottom-left" },
  starters: ["Where is my order?", "Can I return a bag?"],
};

async function openStage(options: StartOptions = {}): Promise<Stage> {
  await buildIfStale({ only: ["launcher", "chat", "console"] });
  const assets = await loadAssets({ launcher: `${packages}launcher/dist`, chat: `${packages}chat/dist` });
  const consoleFiles = createConsoleFiles(`${packages}console/dist`);
  const service = await startConsole({ assets, consoleFiles, agent, ...options });
  const { cookie } = await service.signIn("editor");
  /** A site's page with the live chat, open. */
  const livePage = (look: URLSearchParams) =>
    `<!doctype html><html lang="${look.get("lang")}" dir="${look.get("lang") === "ar" ? "rtl" : "ltr"}"
      style="color-scheme: ${look.get("theme")}"><meta charset="utf-8"><title>Shop</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <script src="${consoleUrl}/launcher.js" data-agent-key="${service.key}" data-open="quiet"
        data-theme="${look.get("theme")}" data-lang="${look.get("lang")}" async></script></html>`;
  const browser = await openBrowser({
    service,
    sites: {
      "shop.example": ({ url = "" }, response) =>
        response
          .writeHead(200, { "content-type": "text/html; charset=utf-8" })
          .end(livePage(new URLSearchParams(url.split("?")[1]))),
    },
  });
  browser.context.setDefaultTimeout(60_000);
  const [name = "", value = ""] = cookie.split("=");
  await browser.context.addCookies([
    { name, value, url: consoleUrl, secure: true, httpOnly: true, sameSite: "Strict" },
  ]);
  return {
    console: service,
    browser,
    cookie,
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** The chat of a draft that shows a given text at its start: each draft has a new frame. */
async function chatThatSays(page: Page, text: string): Promise<Frame> {
  const says = async (): Promise<Frame | undefined> => {
    for (const frame of page.frames().filter((each) => each.url().startsWith(`${consoleUrl}/chat/?`)))
      if (
        (await frame
          .getByText(text)
          .count()
          .catch(() => 0)) > 0
      )
        return frame;
    return undefined;
  };
  await expect.poll(async () => (await says()) !== undefined).toBe(true);
  const found = await says();
  if (!found) throw new Error(`No chat says ${text}.`);
  return found;
}

/** Chromium draws shadows and edges differently by this much of 255 when it draws the same page again. */
const roundingError = 8;

/** A screenshot of a page after its animations have ended, which they never do in a background tab. */
async function picture(page: Page): Promise<Buffer> {
  await page.bringToFront();
  return page.screenshot({ caret: "hide", animations: "disabled" });
}

const editor = (page: Page) => page.getByRole("textbox", { name: "Agent file" });

describe.skipIf(noChromium)(`the preview${noChromium ? ` (${noChromium})` : ""}`, () => {
  test.each([
    { theme: "light", lang: "en", width: 720 },
    { theme: "dark", lang: "ar", width: 720 },
    { theme: "light", lang: "de", width: 360 },
  ])(
    "shows the same pixels as the live widget for the same file: $theme, $lang, $width px",
    async ({ theme, lang, width }) => {
      await using stage = await openStage();
      const { console, browser, cookie } = stage;
      const look = `theme=${theme}&lang=${lang}`;
      const { body } = await console.ask("GET", agentPath, { cookie });
      const open = async (address: string): Promise<Page> => {
        const page = await browser.visit(address, { width, height: 700 });
        await chatThatSays(page, agent.welcomeMessage);
        return page;
      };
      const previewOf = async (file: string) => `${(await startPreview(console, cookie, file)).url}&${look}`;
      const scale = await browser.context.newPage();
      const shop = await open(`https://shop.example/?${look}`);
      const differenceTo = async (page: Page): Promise<number> =>
        mostDifferentPixel(scale, await picture(shop), await picture(page));

      // Both stay open: whatever appears a moment after the welcome screen appears in both, and then neither changes.
      const same = await open(await previewOf(body.file));
      await expect.poll(() => differenceTo(same)).toBeLessThanOrEqual(roundingError);
      const other = await open(await previewOf(body.file.replace("#9a3412", "#166534")));
      expect(await differenceTo(other)).toBeGreaterThan(5 * roundingError);
    },
  );

  test("answers with the latest text, while the editor keeps the cursor and everybody else has the live agent", async () => {
    await using stage = await openStage({ script: () => ["Hello from the draft."] });
    const { console, browser, cookie } = stage;
    const page = await browser.visit(`${consoleUrl}/console/agents/acme-support/preview`);
    await chatThatSays(page, agent.welcomeMessage);

    const write = async (field: string, more: string): Promise<void> => {
      await editor(page).getByText(`${field}:`).first().click();
      await page.keyboard.press("End");
      await page.keyboard.type(more);
    };
    await write("name", " (draft)");
    await write("instructions", " You are the draft.");
    await write("welcomeMessage", " Anything?");
    const chat = await chatThatSays(page, `${agent.welcomeMessage} Anything?`);
    expect(await page.evaluate("document.activeElement.className")).toBe("editor");
    expect(await page.locator(".difference .added").allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining("name: Acme Support (draft)")]),
    );

    await askInChat(chat, "Who are you?");
    // Screen readers are told about the answer in other words: "Answer: …".
    await chat.getByText("Hello from the draft.", { exact: true }).waitFor();
    expect(JSON.stringify(console.model.asked.at(-1)?.messages)).toContain("You are the draft.");
    expect((await console.ask("GET", "/console/api/chats", { cookie })).body.items).toEqual([]);
    expect(await (await console.fetch("/chat-bot/config")).json()).toMatchObject({
      agent: { name: "Acme Support" },
    });
  });

  test("shows the chat in dark colours, on a phone and from right to left, with the keyboard alone", async () => {
    await using stage = await openStage();
    const page = await stage.browser.visit(`${consoleUrl}/console/agents/acme-support/preview`);
    await chatThatSays(page, agent.welcomeMessage);
    await page.getByRole("radio", { name: "Light" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    const frame = page.frameLocator("iframe[title='The chat with this draft']");
    await expect
      .poll(() =>
        frame
          .locator("html")
          .evaluate("[document.documentElement.dir, document.documentElement.style.colorScheme, innerWidth]"),
      )
      .toEqual(["rtl", "dark", 360]);
  });

  test("is written from the form for its look, however many fields change before any is drawn", async () => {
    await using stage = await openStage();
    const page = await stage.browser.visit(`${consoleUrl}/console/agents/acme-support/look`);
    await page.getByLabel("Starters").waitFor();
    await page.evaluate(`{
      const fill = (field, value) => {
        field.value = value;
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      };
      const [welcome, starters] = document.querySelectorAll(".look textarea");
      fill(document.querySelector(".look input"), "Lamps");
      fill(welcome, "Good evening!");
      fill(starters, "Is it bright?\\nIs it warm?");
    }`);
    await page.getByRole("link", { name: "File", exact: true }).click();
    const file = page.locator(".cm-content");
    await file.getByText("name: Lamps").waitFor();
    await file.getByText("welcomeMessage: Good evening!").waitFor();
    await file.getByText("- Is it warm?").waitFor();
  });

  test("is refused in a frame of any other page", async () => {
    await using stage = await openStage();
    const { browser, console, cookie } = stage;
    browser.trouble.expect(/frame-ancestors|ERR_BLOCKED_BY_RESPONSE|X-Frame-Options|refused to/i);
    const { url } = await startPreview(console, cookie);
    const page = await browser.visit("https://shop.example/?theme=light&lang=en");
    const blocked = page.waitForEvent("requestfailed", (request) => request.url().includes("/chat/preview"));
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement("iframe"), { src: ${JSON.stringify(url)} }))`,
    );
    expect((await blocked).failure()?.errorText).toContain("ERR_BLOCKED_BY_RESPONSE");
  });
});
