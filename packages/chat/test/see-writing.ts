/*
 * Draws the tools below messages and the composer in Chromium, and saves pictures, for looking at.
 *   node scripts/build.ts && node packages/chat/test/see-writing.ts <folder>
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openFakeChat, type FakeChat } from "./open-fake-chat.ts";

const folder = process.argv[2] ?? "pictures";
mkdirSync(folder, { recursive: true });

async function draw(name: string, chat: FakeChat): Promise<void> {
  const { frame, page } = chat;
  const save = async (what: string) => {
    await page.waitForTimeout(450);
    await page.screenshot({ path: join(folder, `${name}-${what}.png`) });
  };
  await chat.say("Ask me");
  await frame.waitForSelector("form.question");
  await chat.say("Hello");
  await frame.locator(".tools").nth(1).waitFor();
  await save("1-answer");
  await frame.getByRole("button", { name: "Not helpful" }).last().click();
  await frame.waitForSelector("form.comment");
  await save("2-comment");
  chat.change({
    refuse: { path: "/chat-bot/feedback", status: 503, code: "storage_unavailable", detail: "" },
  });
  await frame.getByLabel("What was wrong?").fill("It is about another order.");
  await frame.locator("form.comment").getByRole("button", { name: "Send" }).click();
  await frame.getByRole("alert").waitFor();
  await save("3-not-saved");
}

for (const [name, theme, width, height, dir] of [
  ["desktop", "light", 400, 640, "ltr"],
  ["phone", "light", 360, 740, "ltr"],
  ["dark", "dark", 400, 640, "ltr"],
  ["rtl", "light", 400, 640, "rtl"],
] as const) {
  await using chat = await openFakeChat({ feedback: true, theme });
  await chat.page.setViewportSize({ width, height });
  await chat.frame.evaluate(`document.documentElement.dir = "${dir}"`);
  await draw(name, chat);
}
