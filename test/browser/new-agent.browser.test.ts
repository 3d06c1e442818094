import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findViolations } from "../../packages/console/test/find-violations.ts";
import { buildIfStale } from "../../scripts/build.ts";
import { askInChat } from "../support/ask-in-chat.ts";
import { openBrowser, type TestBrowser } from "../support/browser.ts";
import { noChromium } from "../support/chromium.ts";
import { drawStill } from "../support/draw-still.ts";
import { spawnService, type SpawnedService } from "../support/spawn-service.ts";
import { chatOf, openChat } from "../support/start-widget.ts";
import { toWebp } from "../support/work-on-pictures.ts";

/** A workshop's documents, as its owner has them in a folder. */
const documents = [
  {
    name: "Prices.md",
    mimeType: "text/markdown",
    buffer: Buffer.from(
      "# Prices\n\n## What does a puncture cost?\n\nRepairing a puncture costs 14 euros, with a new tube 22 euros.\n\n" +
        "## What does a service cost?\n\nA small service costs 59 euros, a large one 119 euros.\n",
    ),
  },
  {
    name: "Opening hours.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(
      "Opening hours\n\nWe are open Tuesday to Friday from 9 to 18, and on Saturdays from 10 to 14.\n",
    ),
  },
  {
    name: "Collecting.html",
    mimeType: "text/html",
    buffer: Buffer.from(
      "<!doctype html><title>Collecting your bicycle</title><h1>Collecting your bicycle</h1>" +
        "<p>Repairs are usually ready after three working days. We send a message when you can collect it.</p>",
    ),
  },
];

const origin = "https://chat.example";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

/** The preview's chat with a given text: each draft has a new frame. */
async function previewThatSays(page: Page, text: string | RegExp): Promise<Frame> {
  const find = async (): Promise<Frame | undefined> => {
    for (const frame of page.frames().filter((each) => each.url().startsWith(`${origin}/chat/?`))) {
      const count = await frame
        .getByText(text)
        .count()
        .catch(() => 0);
      if (count > 0) return frame;
    }
    return undefined;
  };
  await expect.poll(async () => (await find()) !== undefined, { timeout: 60_000 }).toBe(true);
  const found = await find();
  if (!found) throw new Error(`No chat says ${String(text)}.`);
  return found;
}

describe.skipIf(noChromium)(`the guide to a new agent${noChromium ? ` (${noChromium})` : ""}`, () => {
  let service: SpawnedService;
  let browser: TestBrowser;
  let page: Page;
  let shopPage = "";

  beforeAll(async () => {
    await buildIfStale({ only: ["launcher", "chat", "console"] });
    const settings = { SERVICECHAT_PUBLIC_URL: origin };
    service = await spawnService({ model: { provider: "extractive" }, settings });
    await service.start();
    browser = await openBrowser({
      service: { port: Number(new URL(service.baseUrl).port) },
      sites: {
        "shop.example": (_, response) =>
          response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(shopPage),
      },
    });
    browser.context.setDefaultTimeout(60_000);
    // Whether somebody is signed in, an ID is free, and there is a draft, is asked for.
    browser.trouble.expect(/Failed to load resource: .*40[14]/);

    const { stdout } = await service.command("console", "link");
    const fragment = /#link=\S+/.exec(stdout)?.[0] ?? "";
    page = await browser.visit(`${origin}/console/${fragment}`, { width: 1280, height: 800 });
    await page.getByLabel("Your name").fill("Ada");
    await button(page, "Continue").click();
    await button(page, "Not now").click();
    await heading(page, "Home").waitFor();
  }, 180_000);
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  /** With `PICTURES=docs/pictures`, the pictures of docs/first-agent.md are drawn here. */
  async function picture(shown: Page, name: string): Promise<void> {
    const folder = process.env["PICTURES"];
    if (folder === undefined) return;
    const painter = await browser.context.newPage();
    await writeFile(join(folder, `${name}.webp`), await toWebp(painter, await drawStill(shown)));
    await painter.close();
    await shown.bringToFront();
  }

  test(
    "leads by keyboard from a name and a folder of documents to a cited answer and a tag that works, through a reload",
    { timeout: 300_000 },
    async () => {
      await page.goto(`${origin}/console/agents`);
      await page.getByRole("link", { name: "New agent" }).press("Enter");
      await heading(page, "What is it called?").waitFor();
      await expect.poll(() => page.evaluate("document.activeElement?.tagName")).toBe("INPUT");
      await page.keyboard.type("Müller & Söhne");
      expect(await page.getByLabel("ID").inputValue()).toBe("mueller-soehne");
      expect(await findViolations(page)).toEqual([]);
      await picture(page, "1-name");
      await page.keyboard.press("Enter");

      await heading(page, "What is it for?").waitFor();
      await page.reload();
      await page.getByRole("radio", { name: /^Help desk/ }).press("ArrowDown");
      await page.getByRole("radio", { name: /^Shop/, checked: true }).press("ArrowUp");
      await picture(page, "2-purpose");
      await button(page, "Continue").press("Enter");

      await heading(page, "What should it know?").waitFor();
      await expect
        .poll(() => page.evaluate("document.activeElement?.textContent"))
        .toBe("What should it know?");
      await picture(page, "3-knowledge");
      await page.getByLabel("Add files").and(page.locator("input")).setInputFiles(documents);
      await page.getByText("Collecting your bicycle").first().waitFor();
      // The same page, as after a crash of the browser or on another device: nothing is lost.
      await page.reload();
      for (const { name } of documents) await page.getByText(name).first().waitFor();
      const chat = await previewThatSays(page, "Welcome to Müller & Söhne.");
      await askInChat(chat, "how much is a puncture?");
      await chat.getByText("Repairing a puncture costs 14 euros").first().waitFor();
      await chat.getByText("What does a puncture cost?").first().waitFor();
      await picture(page, "4-answer");
      await button(page, "Continue").press("Enter");

      await heading(page, "Who writes the answers?").waitFor();
      await page.getByText("A model would answer in its own words").waitFor();
      await picture(page, "5-model");
      await button(page, "Continue").press("Enter");

      await heading(page, "How should it look?").waitFor();
      await page.getByLabel("Greeting").fill("Hello from the workshop!");
      // The chat that was begun goes on, with the new draft.
      const lookedAt = /Hello from the workshop!|Repairing a puncture costs 14 euros/;
      await previewThatSays(page, lookedAt);
      await picture(page, "6-look");
      await button(page, "Continue").press("Enter");

      await heading(page, "Try it").waitFor();
      const tried = await previewThatSays(page, lookedAt);
      await askInChat(tried, "when are you open on saturdays?");
      await tried.getByText("on Saturdays from 10 to 14").first().waitFor();
      await picture(page, "7-try");
      await button(page, "Continue").press("Enter");

      await heading(page, "Put it on your page").waitFor();
      await page.getByLabel("Your site").fill("https://shop.example/contact");
      await picture(page, "8-sites");
      await button(page, "Create the tag").press("Enter");
      const tag = page.getByLabel("The tag", { exact: true });
      await tag.waitFor();
      const written = await tag.innerText();
      await page.getByText("Waiting for the first visit").waitFor();
      await picture(page, "9-tag");
      await page.reload();
      expect(await tag.innerText()).toBe(written);

      shopPage = `<!doctype html><html lang="en"><title>Workshop</title><h1>Müller &amp; Söhne</h1>${written}</html>`;
      const shop = await browser.visit("https://shop.example/contact");
      await openChat(shop);
      const live = await chatOf(shop);
      await live.getByText("Hello from the workshop!").waitFor();
      await askInChat(live, "what does a small service cost?");
      await live.getByText("59 euros").first().waitFor();
      await picture(shop, "10-page");
      await page.bringToFront();
      await page.getByText("Seen on shop.example").waitFor();
      await picture(page, "11-seen");
      expect(await findViolations(page)).toEqual([]);
    },
  );

  test(
    "speaks German, and writes the file in German for a name in any script",
    { timeout: 180_000 },
    async () => {
      await page.evaluate(`localStorage.setItem("servicechat-console-language", "de")`);
      await page.goto(`${origin}/console/agents/new`);
      await heading(page, "Wie heißt er?").waitFor();
      await expect.poll(() => page.evaluate("document.activeElement?.tagName")).toBe("INPUT");
      await page.keyboard.type("東京");
      const id = await page.getByLabel("Id").inputValue();
      expect(id).toMatch(/^agent-\d{4}$/);
      await page.keyboard.press("Enter");
      await heading(page, "Wofür ist er da?").waitFor();
      await page.getByText("Internes Handbuch").click();
      await button(page, "Weiter").click();
      await heading(page, "Was soll er wissen?").waitFor();
      const file = await page.evaluate<string>(
        `fetch("/console/api/agents/${id}").then((answer) => answer.json()).then(({ file }) => file)`,
      );
      expect(file).toContain("Du beantwortest die Fragen von Kolleginnen und Kollegen");
      expect(file).toContain(`id: ${id}`);
      // What is begun is offered to whoever comes back to the guide without its address.
      await page.goto(`${origin}/console/agents/new`);
      await page.getByRole("link", { name: /東京/ }).click();
      await heading(page, "Was soll er wissen?").waitFor();
    },
  );
});
