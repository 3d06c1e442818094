import { readFile } from "node:fs/promises";
import type { Download } from "playwright-core";
import { nextDownload } from "../../../test/support/next-download.ts";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { said } from "../gallery/recordings.ts";
import { forAges } from "../gallery/scene.ts";
import { longHistory } from "./fake-answers.ts";
import { openFakeChat } from "./open-fake-chat.ts";

const contentOf = async (download: Download) => readFile(await download.path(), "utf8");

describe.skipIf(noChromium)(`the menu of the chat${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("leads by keyboard to a new chat, past ones, downloads and erasing, and back to its button", async () => {
    await using fake = await openFakeChat();
    const { page, frame, asked } = fake;
    const opener = frame.getByRole("button", { name: "Chat menu" });
    const item = (name: string) => frame.getByRole("menuitem", { name });
    const focused = () =>
      frame.evaluate("document.activeElement.textContent || document.activeElement.ariaLabel");
    const choose = async (name: string) => {
      await opener.click();
      await item(name).click();
    };

    // It does not exist before there is something to choose.
    await frame.waitForLoadState("networkidle");
    expect(await opener.count()).toBe(0);
    await fake.say("How do returns work?");
    await frame.locator(".reply:not(.live)").waitFor();

    await opener.focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused).toBe("New chat");
    expect(await opener.getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("ArrowUp");
    await expect.poll(focused).toBe("Erase this chat");
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused).toBe("New chat");
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    await expect.poll(focused).toBe("New chat");
    expect(await item("Past chats").count()).toBe(0);
    await page.keyboard.press("Escape");
    await expect.poll(focused).toBe("Chat menu");
    expect(await frame.getByRole("menu").count()).toBe(0);
    expect(JSON.stringify(await page.evaluate("heard"))).not.toContain('"close"');

    // Downloads, created here.
    fake.change({ history: longHistory(1) });
    const text = nextDownload(page);
    await choose("Download as text");
    expect((await text).suggestedFilename()).toMatch(/^chat-\d{4}-\d\d-\d\d\.md$/);
    expect(await contentOf(await text)).toContain("# Chat with Acme Support\n\nSaved on ");
    const data = nextDownload(page);
    await choose("Download as data (JSON)");
    expect(JSON.parse(await contentOf(await data))).toMatchObject({ messages: longHistory(1) });

    // A new chat asks for no confirmation, because the old one can be reopened.
    await choose("New chat");
    await frame.locator(".welcome").waitFor();
    expect(await frame.getByRole("dialog").count()).toBe(0);
    await opener.click();
    expect(await frame.getByRole("menuitem").allTextContents()).toEqual(["Past chats", "Keyboard shortcuts"]);
    await page.keyboard.press("Escape");
    await fake.say("Second question");
    await frame.locator(".reply:not(.live)").waitFor();
    await choose("Past chats");
    const list = frame.getByRole("dialog", { name: "Past chats" });
    await expect
      .poll(() => list.locator(".past-title").allTextContents())
      .toEqual(["Second question", "How do returns work?"]);
    await list.getByRole("button", { name: /^How do returns work/ }).click();
    await frame.getByText("Question number 1").waitFor();
    expect(await list.count()).toBe(0);
    await expect.poll(focused).toBe("Chat menu");
    await fake.say("Once more");
    await expect.poll(() => fake.posted.at(-1)?.token).toBe("st_fake");

    // One is removed from the list, one no longer exists at the service.
    await frame.locator(".reply:not(.live)").nth(1).waitFor();
    await choose("Past chats");
    fake.change({
      refuse: { path: "/chat-bot/history", status: 404, code: "session_not_found", detail: "" },
    });
    await list.getByRole("button", { name: /^Second question/ }).click();
    await list.getByRole("alert").getByText("This chat no longer exists.").waitFor();
    expect(await list.locator(".past-title").allTextContents()).toEqual([
      "Question number 1: how long does delivery take?",
    ]);
    await page.keyboard.press("Escape");
    await expect.poll(focused).toBe("Chat menu");

    // Erasing asks first, says if it failed, and ends with an empty chat from which nothing leads back.
    fake.change({ refuse: { path: "/chat-bot/session", status: 500, code: "internal", detail: "" } });
    await choose("Erase this chat");
    const question = frame.getByRole("dialog", { name: "Erase this chat for good?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(asked).not.toContain("DELETE /chat-bot/session");
    await choose("Erase this chat");
    await question.getByRole("button", { name: "Erase" }).click();
    await question.getByRole("alert").getByText("couldn't be erased").waitFor();
    fake.change({ refuse: { path: "", status: 0, code: "", detail: "" } });
    await question.getByRole("button", { name: "Erase" }).click();
    await frame.locator(".welcome").waitFor();
    expect(await opener.count()).toBe(0);
    await expect.poll(focused).toBe("Your message");
    const kept = JSON.stringify(await frame.evaluate("Object.entries(localStorage)"));
    expect(kept).not.toMatch(/st_fake|returns/);
  });

  test("keeps the focus if it is opened again while the browser is still closing its dialog", async () => {
    await using fake = await openFakeChat();
    const { frame } = fake;
    await fake.say("How do returns work?");
    await frame.locator(".reply:not(.live)").waitFor();
    await frame.getByRole("button", { name: "Chat menu" }).click();
    await frame.getByRole("menuitem", { name: "Erase this chat" }).click();
    await frame.getByRole("dialog").waitFor();
    // The browser returns the focus at once, and says later that the dialog is closed.
    await frame.evaluate(`{
      document.querySelector("dialog").close();
      const key = new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true });
      document.activeElement.dispatchEvent(key);
    }`);
    await frame.locator("dialog").waitFor({ state: "detached" });
    expect(await frame.evaluate("document.activeElement.textContent")).toBe("New chat");
  });

  test("erases a chat whose answer is in progress without asking the service to stop it", async () => {
    await using fake = await openFakeChat({ reply: [...said("Within"), forAges] });
    const { frame } = fake;
    await fake.say("How long?");
    await frame.getByText("Within").first().waitFor();
    await frame.getByRole("button", { name: "Chat menu" }).click();
    await frame.getByRole("menuitem", { name: "Erase this chat" }).click();
    await frame.getByRole("dialog").getByRole("button", { name: "Erase" }).click();
    await frame.locator(".welcome").waitFor();
    await fake.say("Again");
    await expect.poll(() => fake.posted.length).toBe(2);
    expect(fake.posted.at(-1)?.token).toBeUndefined();
    expect(fake.asked).toContain("DELETE /chat-bot/session");
    expect(fake.asked).not.toContain("POST /chat-bot/stop");
  });

  test("asks before a new chat if the old one could not be reopened", async () => {
    await using fake = await openFakeChat();
    const { frame } = fake;
    await frame.evaluate(
      "Object.defineProperty(self, 'localStorage', { get() { throw new Error('no storage'); } })",
    );
    await fake.say("Hello");
    await frame.locator(".reply:not(.live)").waitFor();
    await frame.getByRole("button", { name: "Chat menu" }).click();
    await frame.getByRole("menuitem", { name: "New chat" }).click();
    const question = frame.getByRole("dialog", { name: "Start a new chat?" });
    await question.getByText("you won't be able to open this chat again").waitFor();
    await question.getByRole("button", { name: "New chat" }).click();
    await frame.locator(".welcome").waitFor();
    expect(await frame.getByRole("button", { name: "Chat menu" }).count()).toBe(0);
    await expect.poll(() => frame.evaluate("document.activeElement.localName")).toBe("textarea");
  });

  test("opens a question again that was closed a moment ago, and it stays open", async () => {
    await using fake = await openFakeChat();
    const { frame } = fake;
    await fake.say("Hello");
    await frame.locator(".reply:not(.live)").waitFor();
    await frame.getByRole("button", { name: "Chat menu" }).click();
    await frame.getByRole("menuitem", { name: "Erase this chat" }).click();
    await frame.getByRole("dialog", { name: "Erase this chat for good?" }).waitFor();
    // All within one task, as quick keys do it on a busy device: a "close" event is later than the last of these clicks.
    await frame.evaluate(`(async () => {
      const click = async (selector) => {
        document.querySelector(selector).click();
        for (let turn = 0; turn < 9; turn++) await undefined; // the chat draws in microtasks
      };
      const first = document.querySelector("dialog");
      const closed = new Promise((resolve) => first.addEventListener("close", () => setTimeout(resolve)));
      await click("dialog .button:not(.danger)");
      await click("[aria-haspopup=menu]");
      await click("[role=menuitem]:last-of-type");
      await closed;
    })()`);
    expect(await frame.getByRole("dialog", { name: "Erase this chat for good?" }).isVisible()).toBe(true);
    await frame.page().keyboard.press("Escape");
    await frame.getByRole("dialog").waitFor({ state: "detached" });
    expect(await frame.evaluate("document.activeElement.ariaLabel")).toBe("Chat menu");
  });

  test("says that a chat is not stored only if the browser stores nothing of it", async () => {
    const note = "It will be gone once you close, reload or leave the page";
    for (const left of ["storage", "cookies", "nothing"]) {
      await using fake = await openFakeChat();
      const { frame } = fake;
      if (left !== "storage")
        await frame.evaluate(
          "Object.defineProperty(self, 'localStorage', { get() { throw new Error('no storage'); } })",
        );
      if (left === "nothing")
        await frame.evaluate("Object.defineProperty(document, 'cookie', { get: () => '', set() {} })");
      await fake.say("Hello");
      await frame.locator(".reply:not(.live)").waitFor();
      await frame.getByRole("button", { name: "Chat menu" }).click();
      const menu = frame.getByRole("menu", { description: note });
      await frame.getByRole("menuitem", { name: "Erase this chat" }).waitFor();
      expect(await menu.count(), left).toBe(left === "nothing" ? 1 : 0);
      expect(await frame.getByText(note).count(), left).toBe(left === "nothing" ? 1 : 0);
    }
  });
});
