/*
 * Draws what is filled in, confirmed, attached and enlarged, in Chromium, and saves pictures, to look at.
 *   node scripts/build.ts && node packages/chat/test/see-controls.ts <folder>
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { drawPng } from "../../../test/support/draw-png.ts";
import { startFakeService, type Scene } from "./fake-service.ts";
import { formActions } from "./form-actions.ts";

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
    features: { actions: true, askUserQuestion: true },
  },
  actions: formActions,
  starters: ["Where is my order?"],
  history: [],
  theme: "light",
  uploads: { types: ["image/png", "image/jpeg", "application/pdf", "text/plain"], maxBytes: 200_000 },
};
const fake = await startFakeService(() => scene);
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});
const faults: string[] = [];
const png = { name: "the lamp as it arrived.png", mimeType: "image/png", buffer: drawPng(300, 200) };
const pdf = {
  name: "a very long name of an invoice from the shop, November 2026.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.alloc(90_000),
};
const wrong = { name: "setup.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ") };
const large = { name: "large.txt", mimeType: "text/plain", buffer: Buffer.alloc(300_000) };

async function draw(prefix: string, viewport: { width: number; height: number }): Promise<void> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2 });
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(fake.host);
  const frame = page.frames().find((candidate) => candidate.url().includes("/chat/"));
  if (!frame) throw new Error("the frame did not load");
  await frame.waitForSelector(".starters");
  const save = async (name: string) => {
    await page.waitForTimeout(450);
    await page.screenshot({ path: join(folder, `${prefix}-${name}.png`) });
  };
  const say = async (text: string) => {
    await frame.fill(".composer textarea", text);
    await frame.press(".composer textarea", "Enter");
  };

  await save("1-welcome");
  await frame.getByRole("button", { name: "Return an order" }).click();
  await save("2-form");
  await frame.getByRole("button", { name: "Send", exact: true }).click();
  await save("3-form-faults");
  await frame.getByLabel("Order number").fill("A-1027");
  await frame.getByLabel("Your email address").fill("ada@example.com");
  await frame.getByLabel("Reason").selectOption({ label: "It is damaged" });
  await frame.getByLabel("How many pieces").fill("2");
  await frame.getByLabel("Bought on").fill("2026-11-02");
  await frame.getByText("I have kept the box").click();
  await save("4-form-filled");
  await frame.getByRole("button", { name: "Send", exact: true }).click();
  await frame.waitForSelector(".reply:not(.live)");
  await save("5-form-sent");
  await frame.getByRole("button", { name: "What you can do" }).click();
  await save("6-menu");
  await frame.getByRole("button", { name: "Return an order" }).click();
  await save("7-form-in-chat");
  await frame.getByRole("button", { name: "Cancel" }).click();
  await say("Return my order");
  await frame.waitForSelector(".confirm");
  await save("8-confirm");
  await frame.getByRole("button", { name: "Confirm", exact: true }).click();
  await frame.waitForSelector(".outcome");
  await frame.locator(".outcome").last().scrollIntoViewIfNeeded();
  await save("9-confirmed");
  await say("Ask me something");
  await frame.waitForSelector("form.question");
  await frame.getByRole("radio", { name: "Something else" }).first().check({ force: true });
  await save("10-question-other");
  await frame.getByRole("button", { name: "Skip" }).click();
  await save("11-question-skipped");
  await frame.setInputFiles('input[type="file"]', [png, pdf, wrong, large]);
  await save("12-attached");
  await frame.evaluate(
    "document.dispatchEvent(new DragEvent('dragover', { dataTransfer: (() => { const d = new DataTransfer(); d.items.add(new File(['a'], 'a.txt')); return d; })() }))",
  );
  await save("13-drop");
  await frame.evaluate("document.dispatchEvent(new DragEvent('dragleave'))");
  let go: () => void = () => undefined;
  scene = { ...scene, hold: new Promise<void>((resolve) => (go = resolve)) };
  await frame.setInputFiles('input[type="file"]', [pdf]);
  await save("14-uploading");
  go();
  await frame.waitForSelector(".chip progress", { state: "detached" });
  await say("Here is how it looks");
  await frame.waitForSelector(".reply:not(.live)");
  await frame.locator(".sent-file").first().scrollIntoViewIfNeeded();
  await save("15-sent");
  await say("Picture of a lamp");
  await frame.waitForSelector(".image img");
  await save("16-image");
  await frame.locator(".image button").click();
  await save("17-image-large");
  await frame.getByRole("button", { name: "Close the image" }).click();
  await context.close();
}

await draw("desktop", { width: 400, height: 640 });
await draw("phone", { width: 360, height: 740 });
scene = { ...scene, theme: "dark" };
await draw("dark", { width: 400, height: 640 });
await browser.close();
fake.close();
process.stdout.write(`${JSON.stringify({ folder, faults })}\n`);
