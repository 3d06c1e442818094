/*
 * Draws the chat in languages that try the layout: right-to-left, long words, no spaces. Pictures, to look at.
 *   node scripts/build.ts && node packages/chat/test/see-languages.ts <folder> [language ...]
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { startFakeService, type Scene } from "./fake-service.ts";
import { formActions } from "./form-actions.ts";
import { controlWords } from "../src/words/control-words.ts";
import { loadWords } from "../src/words/words.ts";

const [folder = "pictures", ...chosen] = process.argv.slice(2);
const languages = chosen.length > 0 ? chosen : ["ar", "de", "ja", "zh"];
mkdirSync(folder, { recursive: true });

/** What operators and visitors write; a language without its own shows English ones among its words. */
const texts: Readonly<Record<string, { name: string; welcome: string; starters: string[]; asks: string }>> = {
  ar: {
    name: "متجر النور",
    welcome: "مرحبًا! كيف يمكننا مساعدتك اليوم؟",
    starters: ["أين طلبي؟", "Where is my order?", "كيف أُرجع منتجًا؟"],
    asks: "كيف أُرجع مصباحًا اشتريته من shop.example؟",
  },
};
const plain = {
  name: "Acme Support",
  welcome: "Hi there! How can we help you today?",
  starters: ["Where is my order?", "كيف أُرجع منتجًا؟"],
  asks: "كيف أُرجع منتجًا؟",
};

let scene: Scene = {
  config: {
    agent: { name: plain.name, welcomeMessage: plain.welcome },
    branding: {
      primaryColor: "#0f766e",
      logo: null,
      position: "bottom-right",
      attribution: true,
      style: "windowed",
    },
    features: { actions: true, askUserQuestion: true },
  },
  actions: formActions,
  starters: plain.starters,
  history: [],
  theme: "light",
  uploads: { types: ["image/png", "application/pdf", "text/plain"], maxBytes: 200_000 },
};
const fake = await startFakeService(() => scene);
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});
const faults: string[] = [];
const file = (name: string, bytes: number, mimeType = "application/pdf") => ({
  name,
  mimeType,
  buffer: Buffer.alloc(bytes),
});

async function draw(lang: string, size: string, viewport: { width: number; height: number }): Promise<void> {
  const words = controlWords(await loadWords([lang]));
  const { asks } = texts[lang] ?? plain;
  const context = await browser.newContext({ viewport, deviceScaleFactor: 1.5 });
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(fake.host);
  const frame = page.frames().find((candidate) => candidate.url().includes("/chat/"));
  if (!frame) throw new Error("the frame did not load");
  await frame.waitForSelector(".starters");
  const save = async (name: string) => {
    await page.waitForTimeout(450);
    await page.screenshot({ path: join(folder, `${lang}-${size}-${name}.png`) });
  };
  const say = async (text: string) => {
    await frame.fill(".composer textarea", text);
    await frame.press(".composer textarea", "Enter");
  };

  await save("1-welcome");
  await frame.getByRole("button", { name: "Return an order" }).click();
  await frame.getByRole("button", { name: words.sendForm, exact: true }).click();
  await save("2-form");
  await frame.getByRole("button", { name: words.cancel }).click();
  await say(asks);
  await frame.waitForSelector(".reply:not(.live)");
  await frame.click(".reply button.tool-line");
  await save("3-answer");
  await frame.locator(".scroller").evaluate((scroller) => scroller.scrollTo(0, 0));
  await save("3-answer-top");
  await frame.getByRole("button", { name: words.actions }).click();
  await save("4-menu");
  await frame.press(".composer textarea", "Escape");
  await frame.getByRole("button", { name: words.newChat }).click();
  await save("5-new-chat");
  await frame.getByRole("button", { name: words.cancel }).click();
  await say("Ask me something");
  await frame.waitForSelector("form.question");
  await frame.getByText(words.other, { exact: true }).first().click();
  await save("6-question");
  await frame.getByRole("button", { name: words.skip }).click();
  await frame.waitForSelector(".reply:not(.live)");
  await say("Return my order");
  await frame.waitForSelector(".confirm");
  await save("7-confirm");
  await frame.getByRole("button", { name: words.confirm, exact: true }).click();
  await frame.waitForSelector(".outcome");
  await say("Fail now");
  await frame.waitForSelector(".error-bar");
  await save("8-error");
  await frame.setInputFiles('input[type="file"]', [
    file("فاتورة نوفمبر 2026.pdf", 90_000),
    file("invoice.pdf", 1_000),
    file("setup.exe", 10, "application/octet-stream"),
    file("large.txt", 300_000, "text/plain"),
  ]);
  await save("9-upload");
  await frame.fill(".composer textarea", "x".repeat(8012));
  await save("10-too-long");
  await context.close();
}

for (const lang of languages) {
  const { name, welcome, starters } = texts[lang] ?? plain;
  const { config } = scene;
  scene = { ...scene, lang, starters, config: { ...config, agent: { name, welcomeMessage: welcome } } };
  await draw(lang, "desktop", { width: 400, height: 640 }).catch((error: unknown) =>
    faults.push(String(error)),
  );
  scene = { ...scene, theme: "dark" };
  await draw(lang, "phone-dark", { width: 360, height: 740 }).catch((error: unknown) =>
    faults.push(String(error)),
  );
  scene = { ...scene, theme: "light" };
}
await browser.close();
fake.close();
process.stdout.write(`${JSON.stringify({ folder, faults })}\n`);
