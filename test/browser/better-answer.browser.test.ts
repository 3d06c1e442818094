import type { Frame, Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { buildIfStale } from "../../scripts/build.ts";
import { askInChat } from "../support/ask-in-chat.ts";
import { openBrowser } from "../support/browser.ts";
import { noChromium } from "../support/chromium.ts";
import { consoleUrl } from "../support/start-console.ts";
import { startTalk } from "../support/start-talk.ts";
import { openChat } from "../support/start-widget.ts";

const agentId = "acme-support";
const wrong = "A refund takes 30 days.";
const right = "A refund takes 10 days, to the card that you paid with.";
const wordings = ["How long does a refund take?", "Hi! How long do refunds take, please?"] as const;

const extractive = { model: { provider: "extractive" }, tools: ["search_knowledge"] };

/** Clicks whatever it is told to, and counts. */
function countClicks() {
  let clicks = 0;
  return {
    click: async (target: Locator) => {
      await target.click();
      clicks++;
    },
    all: () => clicks,
  };
}

/** Saves a screenshot on request. */
async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder === undefined) return;
  await page.bringToFront();
  await page.screenshot({ path: `${folder}/better-${name}.png` });
}

async function rateDown(chat: Frame): Promise<void> {
  await chat.getByRole("button", { name: "Not helpful" }).last().click();
}

describe.skipIf(noChromium)(`a wrong answer${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is corrected in five clicks from the list to the visitor's next question", async () => {
    await buildIfStale({ only: ["launcher", "chat", "console"] });
    await using talk = await startTalk({ agent: extractive });
    await using desk = await openBrowser({ service: talk.service, sites: {}, cookies: "allowed" });
    desk.context.setDefaultTimeout(60_000);
    const document = { agentId, source: "files:docs", location: "refunds.md", title: "Refunds" };
    await talk.service.storage.knowledge.replaceDocument(
      { ...document, id: "doc_1", url: "https://shop.example/refunds", fingerprint: "1", readAt: 1 },
      [{ headings: ["Refunds", "How long a refund takes"], anchor: null, text: wrong }],
    );
    const shop = await talk.openShop();
    const chat = await openChat(shop);
    for (const wording of wordings) {
      const before = await chat.getByText(wrong).count();
      await askInChat(chat, wording);
      await expect.poll(() => chat.getByText(wrong).count()).toBeGreaterThan(before);
      await rateDown(chat);
    }
    await photograph(shop, "1-wrong");

    const { cookie } = await talk.service.signIn("responder");
    const [name = "", value = ""] = cookie.split("=");
    await desk.context.addCookies([
      { name, value, url: consoleUrl, secure: true, httpOnly: true, sameSite: "Strict" },
    ]);
    const page = await desk.visit(`${consoleUrl}/console/`);
    const { click, all } = countClicks();
    await click(page.getByRole("link", { name: "Gaps", exact: true }));
    const row = page.getByRole("main").getByRole("link", { name: /refund/i });
    await row.getByText("Open", { exact: true }).waitFor();
    await photograph(page, "2-list");
    await click(row);
    await page.getByText(wordings[1]).first().waitFor();
    await photograph(page, "3-gap");
    await click(page.getByRole("link", { name: "Write an answer" }));
    const field = page.getByRole("textbox", { name: "Answer", exact: true });
    await expect.poll(() => field.evaluate((element) => element.matches(":focus"))).toBe(true);
    await page.keyboard.type(right);
    await click(page.getByRole("button", { name: "Try", exact: true }));
    await page.getByRole("heading", { name: "Answers 2 of 2 questions" }).waitFor();
    await photograph(page, "4-tried");
    await click(page.getByRole("button", { name: "Save" }));
    await page.getByText("Closed automatically").waitFor();
    await photograph(page, "5-closed");
    expect(all()).toBe(5);

    await askInChat(chat, "How long will my refund take?");
    await chat.locator(".reply").getByText(right).waitFor();
    await photograph(shop, "6-right");
  });
});
