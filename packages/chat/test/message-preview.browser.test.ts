import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { untilTrue } from "../../../test/support/until-true.ts";
import { done, said } from "../gallery/recordings.ts";
import { openFakeChat, type FakeChat } from "./open-fake-chat.ts";

const hostile = "<img src=x onerror=alert(1)> **Returns** are [free](https://shop.example).\n\nSecond line.";

/** Sends a message, as the page may, while the chat is closed. */
async function askClosed({ page, frame }: FakeChat): Promise<void> {
  await frame.locator("[aria-live=polite]").waitFor({ state: "attached" });
  await page.evaluate(`port.postMessage({ type: "close" });
    port.postMessage({ type: "send", text: "How do returns work?" })`);
}

const heights = (page: FakeChat["page"]) =>
  page.evaluate<number[]>(`heard.flatMap(({ type, height }) => (type === "preview" ? height : []))`);

describe.skipIf(noChromium)(`the card of a closed chat${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("has the author and the first line of the answer as plain text, alone in the frame, and is announced", async () => {
    await using chat = await openFakeChat({ reply: [...said(hostile), done] });
    const { page, frame } = chat;
    await askClosed(chat);
    const card = frame.getByRole("button", { name: /^Acme Support/ });
    await card.waitFor();
    const text = "<img src=x onerror=alert(1)> Returns are free.";
    expect(await card.innerText()).toBe(`Acme Support\n${text}`);
    await frame
      .getByRole("status")
      .filter({ hasText: `Acme Support: ${text}` })
      .waitFor();
    expect(await frame.locator("textarea:visible, .title-bar:visible").count()).toBe(0);
    const [height = 0] = await heights(page);
    expect(height).toBeGreaterThan(40);
    expect(height).toBeLessThan(120);
  });

  test("opens the chat when pressed, and goes; the conversation keeps its size meanwhile", async () => {
    await using chat = await openFakeChat({ reply: [...said("Within **30** days."), done] });
    const { page, frame } = chat;
    await askClosed(chat);
    const card = frame.getByRole("button", { name: /^Acme Support/ });
    await card.waitFor();
    const size = "[document.querySelector('main').offsetWidth, document.querySelector('main').offsetHeight]";
    await page.evaluate("document.getElementById('frame').style.cssText = 'width: 300px; height: 70px'");
    await untilTrue(frame, "innerWidth === 300");
    expect(await frame.evaluate(size)).toEqual([400, 640]);
    await card.click();
    await untilTrue(page, `heard.some(({ type }) => type === "open")`);
    await page.evaluate(
      "document.getElementById('frame').style.cssText = ''; port.postMessage({ type: 'open' })",
    );
    await frame.getByRole("textbox").waitFor();
    expect(await card.count()).toBe(0);
    expect((await heights(page)).at(-1)).toBe(0);
    expect(await frame.evaluate(size)).toEqual([400, 640]);
  });

  test("is closed by its cross until the next message, and is not shown again after the chat was opened", async () => {
    await using chat = await openFakeChat({ reply: [...said("Within 30 days."), done] });
    const { page, frame } = chat;
    await askClosed(chat);
    const card = frame.getByRole("button", { name: /^Acme Support/ });
    await frame.getByRole("button", { name: "Hide this message" }).click();
    expect(await card.count()).toBe(0);
    expect((await heights(page)).at(-1)).toBe(0);

    await page.evaluate(`port.postMessage({ type: "send", text: "And then?" })`);
    await card.waitFor();
    await page.evaluate(`port.postMessage({ type: "open" }); port.postMessage({ type: "close" })`);
    await card.waitFor({ state: "detached" });
    await page.evaluate(`port.postMessage({ type: "send", text: "Once more" })`);
    await card.waitFor();
    expect(
      await page.evaluate(`heard.filter(({ type }) => type === "unread").map(({ count }) => count)`),
    ).toEqual([1, 2, 0, 1]);
  });
});
