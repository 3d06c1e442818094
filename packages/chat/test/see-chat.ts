/*
 * Draws the built application in Chromium and saves pictures of its states, to look at.
 *   npx vite build packages/chat && node packages/chat/test/see-chat.ts <folder>
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Frame, type Page } from "playwright-core";
import { longHistory } from "./fake-answers.ts";
import { startFakeService, type Scene } from "./fake-service.ts";

const folder = process.argv[2] ?? "pictures";
mkdirSync(folder, { recursive: true });

let scene: Scene = {
  config: {
    agent: { name: "Acme Support", welcomeMessage: "Hi there! How can we help you today?" },
    branding: {
      primaryColor: "#0f766e",
      logo: null,
      position: "bottom-right",
      attribution: true,
      style: "windowed",
    },
    features: { actions: false, askUserQuestion: true },
  },
  actions: [
    {
      id: "person",
      name: "person",
      label: "Talk to a person",
      description: "Weekdays from 9 to 17",
      kind: "prompt",
      confirm: true,
    },
    {
      id: "track",
      name: "track",
      label: "Track a parcel",
      description: "",
      kind: "link",
      url: "https://shop.example/track",
      confirm: false,
    },
  ],
  starters: ["Where is my order?", "How do returns work?", "Can I change my delivery address?"],
  history: [],
  theme: "light",
};
const fake = await startFakeService(() => scene);
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});
const faults: string[] = [];

async function visit(size: { width: number; height: number }) {
  const context = await browser.newContext({ viewport: size, deviceScaleFactor: 2 });
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(fake.host);
  const frame = page.frames().find((candidate) => candidate.url().includes("/chat/"));
  if (!frame) throw new Error("the frame did not load");
  await frame.waitForSelector("textarea");
  return { context, page, frame };
}

async function say(frame: Frame, text: string): Promise<void> {
  await frame.fill("textarea", text);
  await frame.press("textarea", "Enter");
}

const rest = (page: Page, milliseconds: number) => page.waitForTimeout(milliseconds);

async function draw(prefix: string, size: { width: number; height: number }): Promise<void> {
  const { context, page, frame } = await visit(size);
  const save = (name: string) => page.screenshot({ path: join(folder, `${prefix}-${name}.png`) });
  await rest(page, 800);
  await save("1-welcome");
  await say(frame, "Tool use, please");
  await rest(page, 900);
  await save("2-tool");
  await page.reload();
  await rest(page, 300);
  scene = { ...scene, history: [] };
  const again = page.frames().find((candidate) => candidate.url().includes("/chat/")) ?? frame;
  await again.waitForSelector("textarea");
  await say(again, "Slow: how do returns work?");
  await rest(page, 2400);
  await save("3-streaming");
  await again.waitForSelector(".reply:not(.live)", { timeout: 30_000 });
  await again.click(".reply button.tool-line");
  await rest(page, 400);
  await save("4-finished");
  await again.locator(".scroller").evaluate((scroller) => scroller.scrollTo(0, 120));
  await rest(page, 300);
  await save("5-finished-top");
  await again.click('[aria-label="What you can do"]');
  await rest(page, 300);
  await save("5-menu");
  await again.click(".offers button.starter");
  await rest(page, 300);
  await save("5-ask-first");
  await again.click("dialog .button:not(.primary)");
  await again.click('[aria-label="New chat"]');
  await rest(page, 300);
  await save("6-new-chat");
  await again.click(".primary");
  await say(again, "Ask me something");
  await again.waitForSelector("form.question");
  await again.locator("label.option").first().click();
  await again.locator("label.option").nth(3).click();
  await rest(page, 400);
  await save("7-question");
  await again.click('form.question button[type="submit"]');
  await rest(page, 700);
  await again.locator(".scroller").evaluate((scroller) => scroller.scrollTo(0, 0));
  await rest(page, 300);
  await save("8-answered");
  await say(again, "Fail now");
  await again.waitForSelector(".error-bar");
  await rest(page, 400);
  await save("9-error");
  await say(again, "Picture of a lamp");
  await again.waitForSelector(".image img");
  await rest(page, 300);
  await save("10-image");
  await context.close();
}

async function drawHistory(prefix: string, size: { width: number; height: number }): Promise<void> {
  scene = { ...scene, history: longHistory(60) };
  const { context, page, frame } = await visit(size);
  await frame.evaluate(
    ([name]) => localStorage.setItem(name ?? "", "st_fake"),
    [`sc_token_acme_${fake.host.replace(/[^0-9a-z]/gi, (sign) => `-${sign.charCodeAt(0).toString(16)}`)}`],
  );
  await page.reload();
  await rest(page, 1500);
  await page.screenshot({ path: join(folder, `${prefix}-11-history.png`) });
  await context.close();
  scene = { ...scene, history: [] };
}

await draw("desktop", { width: 400, height: 640 });
await drawHistory("desktop", { width: 400, height: 640 }).catch((error: unknown) =>
  faults.push(String(error)),
);
await draw("phone", { width: 390, height: 844 });
scene = {
  ...scene,
  theme: "dark",
  config: { ...scene.config, branding: { ...scene.config.branding, primaryColor: "#6d5efc" } },
};
await draw("dark", { width: 400, height: 640 });
scene = {
  ...scene,
  theme: "light",
  config: { ...scene.config, branding: { ...scene.config.branding, style: "floating" } },
};
await draw("floating", { width: 400, height: 640 });
await browser.close();
fake.close();
process.stdout.write(`${JSON.stringify({ folder, faults, asked: fake.asked.length })}\n`);
