import type { HistoryMessage, MessagePart } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { confirmation } from "../gallery/recordings.ts";
import { openFakeChat } from "./open-fake-chat.ts";

/** A history that ends with the confirmation, answered so. */
function historyWith(answer: Extract<MessagePart, { type: "question" }>["answer"]): HistoryMessage[] {
  const asked = confirmation('{"order":"A-1027"}');
  if (asked.type !== "ask_user_question") throw new Error("no question");
  const common = { created_at: "2026-11-21T05:00:00.000Z", status: "complete" } as const;
  return [
    {
      ...common,
      id: "msg_u",
      role: "user",
      content: "Return it",
      parts: [{ type: "text", text: "Return it" }],
    },
    {
      ...common,
      id: "msg_a",
      role: "assistant",
      content: "",
      parts: [{ type: "question", ...asked.data, ...(answer && { answer }) }],
    },
  ];
}

describe.skipIf(noChromium)(`a request to confirm${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is shown exactly, as text, in a box that scrolls, and is answered with Confirm", async () => {
    await using chat = await openFakeChat();
    const { frame } = chat;
    await chat.say("Return my order");
    const card = frame.getByRole("region", { name: "Return the order A-1027" });
    await card.getByText("POST https://shop.example/api/returns").waitFor();
    const body = card.locator("pre");
    // What would turn the text around is written out.
    expect(await body.textContent()).toContain("A table \\u{202e}with a trick");
    const [shown, all] = await body.evaluate((box) => [box.clientHeight, box.scrollHeight]);
    expect(shown).toBeLessThan(all ?? 0);
    expect(chat.posted).toHaveLength(1);

    await card.getByRole("button", { name: "Confirm" }).click();
    await card.getByText("Confirmed").waitFor();
    await expect.poll(() => chat.posted.length).toBe(2);
    expect(chat.posted[1]?.messages).toEqual([
      { type: "answer", block: { questionId: "q_confirm", answers: { "Shall I send this?": "Confirm" } } },
    ]);
    expect(await card.getByRole("button").count()).toBe(0);
    await card.getByText("POST https://shop.example/api/returns").waitFor();
  });

  test("is refused with Cancel, and with whatever else is said", async () => {
    await using chat = await openFakeChat();
    const { frame } = chat;
    await chat.say("Return my order");
    await frame.getByRole("button", { name: "Cancel" }).click();
    await frame.getByText("Not confirmed").waitFor();
    expect(chat.posted[1]?.messages).toEqual([
      { type: "answer", block: { questionId: "q_confirm", answers: { "Shall I send this?": "Cancel" } } },
    ]);
    await frame.locator(".reply:not(.live)").nth(1).waitFor();
    await chat.say("Return it then");
    await frame.getByRole("button", { name: "Confirm", exact: true }).waitFor();
    await expect
      .poll(() => frame.getByRole("button", { name: "Confirm", exact: true }).isEnabled())
      .toBe(true);
    await chat.say("Confirm");
    await expect.poll(() => frame.getByText("Not confirmed").count()).toBe(2);
    expect(await frame.getByText("Confirmed", { exact: true }).count()).toBe(0);
  });

  test("is drawn from history as it was answered; an open one can be answered then", async () => {
    await using chat = await openFakeChat({ history: historyWith(undefined) });
    await chat.say("Hello");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    let frame = await chat.reload();
    await frame.getByRole("button", { name: "Confirm", exact: true }).waitFor();

    for (const [answer, outcome] of [
      [{ answers: { "Shall I send this?": "Confirm" } }, "Confirmed"],
      [{ answers: { "Shall I send this?": "Cancel" } }, "Not confirmed"],
      [{ answers: {}, skipped: true }, "Not confirmed"],
    ] as const) {
      chat.change({ history: historyWith(answer) });
      frame = await chat.reload();
      await frame.getByText(outcome, { exact: true }).waitFor();
      await frame.getByText("POST https://shop.example/api/returns").waitFor();
      expect(await frame.getByRole("button", { name: "Confirm", exact: true }).count()).toBe(0);
    }
  });

  test("whose answer the service does not take is asked again", async () => {
    await using chat = await openFakeChat();
    const { frame } = chat;
    await chat.say("Return my order");
    const confirm = frame.getByRole("button", { name: "Confirm", exact: true });
    await confirm.waitFor();
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    const detail = "This chat is used up for today.";
    chat.change({ refuse: { path: "/chat-bot/", status: 429, code: "budget_used_up", detail } });
    await confirm.click();
    await frame.locator(".error-bar").getByText(detail).waitFor();
    await confirm.waitFor();
    expect(await frame.getByText("Confirmed", { exact: true }).count()).toBe(0);
  });

  test("that another tab has answered shows that answer, and no error", async () => {
    await using chat = await openFakeChat();
    const { frame } = chat;
    await chat.say("Return my order");
    await frame.getByRole("button", { name: "Confirm", exact: true }).waitFor();
    await expect
      .poll(() => frame.getByRole("button", { name: "Confirm", exact: true }).isEnabled())
      .toBe(true);
    const detail = "messages[0].block.questionId: this question has been answered already";
    chat.change({
      history: historyWith({ answers: { "Shall I send this?": "Cancel" } }),
      refuse: { path: "/chat-bot/", status: 400, code: "malformed_request", detail },
    });
    await frame.getByRole("button", { name: "Confirm", exact: true }).click();
    await frame.getByText("Not confirmed").waitFor();
    expect(await frame.locator(".error-bar").count()).toBe(0);
    expect(await frame.getByText("Confirmed", { exact: true }).count()).toBe(0);
  });
});
