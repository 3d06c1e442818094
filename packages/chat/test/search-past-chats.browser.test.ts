import type { HistoryMessage } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { openFakeChat, type FakeChat } from "./open-fake-chat.ts";

const told = { created_at: "2026-11-21T05:00:00.000Z", status: "complete" } as const;
const said = (content: string): HistoryMessage => ({
  ...told,
  id: "msg_1",
  role: "assistant",
  content,
  parts: [{ type: "text", text: content }],
});

/** Has a chat, adds more to the list that this browser keeps, and opens that list. */
async function openList(chat: FakeChat, more: number) {
  const { frame } = chat;
  await chat.say("How do returns work?");
  await frame.locator(".reply:not(.live)").waitFor();
  await frame.getByRole("button", { name: "Chat menu" }).waitFor();
  await expect
    .poll(() =>
      frame.evaluate<boolean>(`(() => {
        const name = Object.keys(localStorage).find((each) => each.startsWith("sc_chats_"));
        const [own] = JSON.parse(localStorage.getItem(name ?? "") ?? "[]");
        if (!own) return false;
        const others = Array.from({ length: ${more} }, (_, index) =>
          ({ token: "st_other_" + index, title: "Question " + index, at: own.at - index }));
        localStorage.setItem(name, JSON.stringify([own, ...others]));
        return true;
      })()`),
    )
    .toBe(true);
  await frame.getByRole("button", { name: "Chat menu" }).click();
  await frame.getByRole("menuitem", { name: "Past chats" }).click();
  return frame.getByRole("dialog", { name: "Past chats" });
}

describe.skipIf(noChromium)(`searching past chats${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("finds titles at once and messages when wanted, a few chats at a time, and opens what it found", async () => {
    await using chat = await openFakeChat({ history: [said("It comes by **courier** tomorrow.")] });
    const { frame, page, asked } = chat;
    const list = await openList(chat, 7);
    const field = list.getByRole("searchbox", { name: "Search past chats" });
    const titles = () => list.locator(".past-title").allTextContents();
    const reads = () => asked.filter((each) => each === "GET /chat-bot/history").length;
    const before = reads();

    await field.fill("question 3");
    await expect.poll(titles).toEqual(["Question 3"]);
    await list.getByText("1 chat found", { exact: true }).waitFor();
    await field.fill("courier");
    await list.getByText("0 chats found", { exact: true }).waitFor();
    expect(reads()).toBe(before);

    await list.getByRole("button", { name: "Search what was said, too" }).click();
    await list.getByText("5 chats found · messages of 5 chats searched").waitFor();
    expect(reads()).toBe(before + 5);
    expect(await list.locator(".past-passage").first().textContent()).toBe("It comes by courier tomorrow.");
    expect(await list.locator("mark").first().textContent()).toBe("courier");
    await field.press("Enter");
    await list.getByText("8 chats found · messages of 8 chats searched").waitFor();
    expect(reads()).toBe(before + 8);
    expect(await list.getByRole("button", { name: /^Search/ }).count()).toBe(0);

    // Escape empties the field first.
    await field.press("Escape");
    expect(await field.inputValue()).toBe("");
    await expect.poll(async () => (await titles()).length).toBe(8);
    await field.fill("question 6");
    await list.getByRole("button", { name: /^Question 6/ }).click();
    await list.waitFor({ state: "detached" });
    await frame.getByText("It comes by courier tomorrow.").waitFor();
    await page.keyboard.press("Escape");
  });

  test("says what could not be read, and there is no field for a handful of chats", async () => {
    const refuse = { path: "/chat-bot/history", status: 429, code: "rate_limited", detail: "Later." };
    await using chat = await openFakeChat();
    const list = await openList(chat, 7);
    chat.change({ refuse });
    await list.getByRole("searchbox").fill("courier");
    await list.getByRole("searchbox").press("Enter");
    await list.getByRole("alert").getByText("Not all chats could be searched.").waitFor();
    chat.change({ refuse: undefined });
    await list.getByRole("button", { name: "Search what was said, too" }).click();
    await list.getByText("0 chats found · messages of 5 chats searched").waitFor();
    expect(await list.getByText("Not all chats could be searched.").count()).toBe(0);

    await using few = await openFakeChat();
    const short = await openList(few, 3);
    await short.getByRole("button", { name: /^Question 2/ }).waitFor();
    expect(await short.getByRole("searchbox").count()).toBe(0);
  });
});
