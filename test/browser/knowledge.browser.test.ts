import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildIfStale } from "../../scripts/build.ts";
import { askInChat } from "../support/ask-in-chat.ts";
import { openBrowser, type TestBrowser } from "../support/browser.ts";
import { noChromium } from "../support/chromium.ts";
import { listenOnLoopback } from "../support/listen-on-loopback.ts";
import { spawnService, type SpawnedService } from "../support/spawn-service.ts";

const origin = "https://chat.example";

/** A chat of a preview in the page, once it is there. */
async function chatIn(page: Page): Promise<Frame> {
  const find = () => page.frames().find((frame) => frame.url().startsWith(`${origin}/chat/?`));
  await expect.poll(() => find() !== undefined).toBe(true);
  const chat = find();
  if (!chat) throw new Error("There is no chat.");
  await chat.getByRole("textbox", { name: "Your message" }).waitFor();
  return chat;
}

/** A website whose pages about lamps are not answered before it is told to. */
function lampSite() {
  const held = Promise.withResolvers<void>();
  let isHolding = false;
  const page = (title: string, text: string): string =>
    `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p>
      <a href="/">Start</a> <a href="/lamps">Lamps</a> <a href="/news/party">Party</a></main></html>`;
  const pages: Readonly<Record<string, string>> = {
    "/": page("The lamp shop", "We sell lamps of every kind in the old town, and have done so since 1970."),
    "/lamps": page("Our lamps", "The lamp Aurora is 40 cm high, weighs two kilograms and costs 89 euros."),
    "/news/party": page("Our party", "In June we invite everybody to a party behind the shop, with music."),
  };
  const server = createServer(({ url = "/" }, response) => {
    const answer = (): void => {
      const found = pages[url];
      response.writeHead(found === undefined ? 404 : 200, { "content-type": "text/html" }).end(found);
    };
    if (isHolding && url === "/lamps") void held.promise.then(answer);
    else answer();
  });
  return {
    server,
    hold: () => {
      isHolding = true;
    },
    release: () => held.resolve(),
  };
}

describe.skipIf(noChromium)(
  `an agent's knowledge in the console${noChromium ? ` (${noChromium})` : ""}`,
  () => {
    let service: SpawnedService | undefined;
    let browser: TestBrowser | undefined;
    let page: Page;

    beforeAll(async () => {
      await buildIfStale({ only: ["launcher", "chat", "console"] });
      const settings = { SERVICECHAT_PUBLIC_URL: origin, SERVICECHAT_ALLOWED_NETWORKS: "127.0.0.1/32" };
      const agent = { tools: ["search_knowledge"] };
      service = await spawnService({ model: { provider: "extractive" }, agent, settings });
      await service.start();
      const port = Number(new URL(service.baseUrl).port);
      browser = await openBrowser({ service: { port }, sites: {}, cookies: "allowed" });
      browser.context.setDefaultTimeout(60_000);
      const { stdout } = await service.commandBeside("console", "link");
      const token = /#link=([\w-]+)/.exec(stdout)?.[1];
      // Nobody is signed in yet.
      browser.trouble.expect(/401 .*console\/api\/me/);
      page = await browser.visit(`${origin}/console/`);
      const signIn = {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ token }),
      };
      const status = await page.evaluate(
        `fetch("/console/api/sign-in/link", ${JSON.stringify(signIn)}).then(({ status }) => status)`,
      );
      expect(status).toBe(200);
      await page.reload();
      await page.getByLabel("Your name").fill("Ada");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("heading", { name: "Home" }).waitFor();
    }, 300_000);
    afterAll(async () => {
      await browser?.[Symbol.asyncDispose]();
      await service?.[Symbol.asyncDispose]();
    });

    test("a folder with ten documents and a picture becomes a cited answer, and a file dropped anywhere is added", async () => {
      // What is refused, and the chat of the preview, which is closed.
      browser?.trouble.expect(/415|ERR_ABORTED/);
      const folder = await mkdtemp(join(tmpdir(), "servicechat-docs-"));
      await mkdir(join(folder, "help"));
      const topics = ["shipping", "sizes", "colours", "care", "gifts", "jobs", "press", "shops", "hours"];
      for (const topic of topics)
        await writeFile(
          join(folder, "help", `${topic}.md`),
          `# About ${topic}\n\nNothing is known of ${topic} yet.\n`,
        );
      await writeFile(
        join(folder, "returns 100%.md"),
        "# Returns\n\n## How long can I return a lamp?\n\nYou can return a lamp within 37 days after it has arrived.\n",
      );
      await writeFile(join(folder, "data.bin"), Buffer.from([0, 1, 2, 3, 255, 254]));
      await page.goto(`${origin}/console/agents/acme/knowledge`);
      await page.getByRole("heading", { name: "What should the agent know?" }).waitFor();

      await page.locator("input[type=file]").nth(1).setInputFiles(folder);
      await page.getByRole("heading", { name: "10 documents added, 1 file could not be added" }).waitFor();
      await page.getByText("This type of document cannot be read.").waitFor();
      expect(await page.locator(".upload-rows .refused").innerText()).toContain("data.bin");
      await page.evaluate(`{
      const dropped = new DataTransfer();
      dropped.items.add(new File(["# Repairs\\n\\nRepairs take 12 days."], "repairs.md", { type: "text/markdown" }));
      document.querySelector("h1").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: dropped }));
    }`);
      await page.getByRole("heading", { name: "11 documents added, 1 file could not be added" }).waitFor();
      await expect
        .poll(() => page.locator(".row", { hasText: /\d passages?/ }).count(), { timeout: 90_000 })
        .toBe(11);

      await page.getByRole("link", { name: "Ask the agent about them" }).click();
      const chat = await chatIn(page);
      await askInChat(chat, "How long can I return a lamp?");
      await expect.poll(() => chat.locator("body").innerText(), { timeout: 60_000 }).toContain("37 days");
      await chat.getByText("Returns").first().waitFor();

      await page.getByRole("link", { name: "Knowledge", exact: true }).click();
      await page.getByRole("button", { name: "Open Returns" }).click();
      const dialog = page.getByRole("dialog", { name: "Returns" });
      await dialog.getByText("You can return a lamp within 37 days after it has arrived.").waitFor();
      await dialog.getByRole("textbox", { name: "Link" }).fill("https://shop.example/returns");
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.keyboard.press("Escape");
      await page.getByRole("link", { name: "Returns", exact: true }).waitFor();
      await page.getByRole("switch", { name: "Use in answers Returns" }).press("Space");
      await page.locator(".row", { hasText: "Returns" }).getByText("Not used").waitFor();
      await rm(folder, { recursive: true });
    }, 240_000);

    test("a website is looked at, read without the page that was left out, and its progress survives a reload", async () => {
      const site = lampSite();
      await using shop = await listenOnLoopback(site.server);
      await page.goto(`${origin}/console/agents/acme/knowledge`);
      await page.getByRole("button", { name: "Add a website" }).click();
      const dialog = page.getByRole("dialog", { name: "Add a website" });
      await dialog.getByRole("textbox", { name: "Address" }).fill(`${shop.baseUrl}/`);
      await page.keyboard.press("Enter");
      await dialog.getByText("3 pages would be read").waitFor();
      await dialog.getByRole("checkbox", { name: /Our party/ }).uncheck();
      await dialog.getByText("2 pages would be read").waitFor();
      site.hold();
      await dialog.getByRole("button", { name: "Read this website" }).click();
      await dialog.waitFor({ state: "hidden" });

      const stop = page.getByRole("button", { name: "Stop" });
      await stop.waitFor();
      await page.reload();
      await stop.waitFor();
      await page.getByText(`Reading ${new URL(shop.baseUrl).host}`).waitFor();
      site.release();
      await page.getByRole("button", { name: "Read again" }).waitFor();
      await page.getByRole("link", { name: "Our lamps" }).waitFor();
      expect(await page.getByRole("link", { name: "Our party" }).count()).toBe(0);
      await page.getByText("1 part left out").waitFor();

      await page
        .getByRole("searchbox", { name: "A question, as a visitor would ask it" })
        .fill("How high is the Aurora?");
      await page.keyboard.press("Enter");
      await page.getByRole("list", { name: "Passages found" }).getByText("40 cm high").first().waitFor();
      await page.getByRole("button", { name: "Open Our lamps" }).click();
      await page.getByRole("dialog", { name: "Our lamps" }).getByText("40 cm high").waitFor();
    }, 240_000);
  },
);
