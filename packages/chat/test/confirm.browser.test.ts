import type { ConfirmRequest, HistoryMessage, MessagePart } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { confirmation, done } from "../gallery/recordings.ts";
import { openFakeChat } from "./open-fake-chat.ts";

/** What a service says about a request besides the request itself. */
const readable: Partial<ConfirmRequest> = {
  host: "shop.example",
  fields: [
    { label: "Order number", value: "A-1027" },
    { label: "Express", value: true },
    { label: "Gift", value: false },
    { label: "Pick-up", value: "2027-01-31", format: "date" },
    { label: "Bell rings", value: "2027-01-31T14:30:00", format: "date-time" },
    { label: "Pieces", value: ["Lamp", "Chair", "Rug"] },
    { label: "Note", value: "" },
    { label: "Nothing", value: null },
    { label: "Colours", value: [] },
    { label: "Number", value: 1042 },
    { label: "No day", value: "tomorrow", format: "date" },
  ],
  headers: [
    { name: "content-type", value: "application/json" },
    { name: "authorization" },
    { name: "x-customer", value: "{user.id}" },
  ],
};

/** A history that ends with a confirmation that was answered like this. */
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
    // Characters that would reverse the text are escaped.
    expect(await body.textContent()).toContain("A table \\u202ewith a trick");
    const [shown, all] = await body.evaluate((box) => [box.clientHeight, box.scrollHeight]);
    expect(shown).toBeLessThan(all ?? 0);
    expect(chat.posted).toHaveLength(1);

    await card.getByRole("button", { name: "Confirm" }).click();
    await card.getByText("Confirmed").waitFor();
    await expect.poll(() => chat.posted.length).toBe(2);
    expect(chat.posted[1]?.messages).toEqual([
      { type: "answer", block: { questionId: "q_confirm", answers: { "Shall I send this?": "Confirm" } } },
    ]);
    expect(await card.getByRole("button", { name: /Confirm|Cancel/ }).count()).toBe(0);
    await card.getByText("POST https://shop.example/api/returns").waitFor();
  });

  test("is readable for people, and exact behind Details", async () => {
    await using chat = await openFakeChat({ reply: [confirmation('{"order":"A-1027"}', readable), done] });
    const { frame } = chat;
    await chat.say("Return my order");
    const card = frame.getByRole("region", { name: "Return the order A-1027" });
    await card.getByRole("button", { name: "Confirm" }).waitFor();
    const read = (await card.locator("dt, dd").allTextContents()).join(" | ").replaceAll("\u202f", " ");
    expect(read).toBe(
      "Order number | A-1027 | Express | Yes | Gift | No | Pick-up | January 31, 2027 | " +
        "Bell rings | January 31, 2027 at 2:30 PM | Pieces | Lamp, Chair, and Rug | Note | – | " +
        "Nothing | – | Colours | – | Number | 1042 | No day | tomorrow | Recipient | shop.example",
    );
    expect(await card.getByText("POST https://shop.example/api/returns").count()).toBe(0);

    await card.getByRole("button", { name: "Details" }).click();
    const request = card.getByRole("group", { name: "What will be sent" });
    await request.getByText("POST https://shop.example/api/returns").waitFor();
    expect(await request.getByRole("listitem").allTextContents()).toEqual([
      "content-type: application/json",
      "authorization: secret, not shown",
      "x-customer: your ID on this website",
    ]);
    expect(await request.locator("pre").textContent()).toBe('{"order":"A-1027"}');
  });

  test("lists values in the order in which they are sent, whatever direction they are written in", async () => {
    const fields = [{ label: "Pay first to", value: ["בנק א", "בנק ב", "Bank C"] }];
    await using chat = await openFakeChat({ reply: [confirmation("{}", { fields }), done] });
    const { frame } = chat;
    await chat.say("Pay");
    const values = frame.locator(".request-fields dd bdi");
    await values.last().waitFor();
    expect(await values.allTextContents()).toEqual(["בנק א", "בנק ב", "Bank C"]);
    const places = await Promise.all(
      (await values.all()).map(async (value) => (await value.boundingBox())?.x ?? 0),
    );
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  test("writes yes, no and days in the language of the chat, and is not mirrored where it must not be", async () => {
    const reply = [confirmation("{}", { ...readable, host: "shop.example:8443" }), done];
    await using chat = await openFakeChat({ reply, lang: "ar" });
    const { frame } = chat;
    await frame.locator("html[lang=ar]").waitFor({ state: "attached" });
    await chat.say("Return my order");
    const card = frame.locator(".confirm");
    await card.getByText("نعم", { exact: true }).waitFor();
    await card.getByText("يناير").first().waitFor();
    await card.locator("bdi", { hasText: "shop.example:8443" }).waitFor();
    await card.getByRole("button", { name: "التفاصيل" }).click();
    const line = card.getByText("POST https://shop.example/api/returns");
    expect(
      await line.evaluate((each) => each.ownerDocument.defaultView?.getComputedStyle(each).direction),
    ).toBe("ltr");
  });

  test("remains after something else was said, and a line above the composer says that it waits", async () => {
    await using chat = await openFakeChat();
    const { frame } = chat;
    await chat.say("Return my order");
    const confirm = frame.getByRole("button", { name: "Confirm", exact: true });
    await confirm.waitFor();
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    await chat.say("Confirm");
    await expect.poll(() => chat.posted.length).toBe(2);
    expect(chat.posted[1]?.messages).toEqual([{ type: "text", block: { value: "Confirm" } }]);
    const waiting = frame.getByText("Waiting for your decision: Return the order A-1027");
    await waiting.waitFor();
    expect(await frame.getByText(/^(Not confirmed|Confirmed)$/).count()).toBe(0);
    await expect.poll(() => confirm.isEnabled()).toBe(true);

    await frame.getByRole("button", { name: "Show", exact: true }).click();
    const inView =
      "document.activeElement.matches('.confirm') && document.activeElement.getBoundingClientRect()";
    const { top, bottom } = await frame.evaluate<{ top: number; bottom: number }>(inView);
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThan(640);
    await waiting.waitFor({ state: "detached" });
    await confirm.click();
    await expect.poll(() => chat.posted.length).toBe(3);
    expect(chat.posted[2]?.messages).toEqual([
      { type: "answer", block: { questionId: "q_confirm", answers: { "Shall I send this?": "Confirm" } } },
    ]);
    // Shown at the end too, because the card is further up.
    await frame.locator(".said", { hasText: "Return the order A-1027: Confirmed" }).waitFor();
    await waiting.waitFor({ state: "detached" });
  });

  test("is pointed to only while its buttons are out of view, even with Details open", async () => {
    await using chat = await openFakeChat({ reply: [confirmation('{"order":"A-1027"}', readable), done] });
    const { frame } = chat;
    await chat.page.setViewportSize({ width: 390, height: 844 });
    await chat.say("Return my order");
    const card = frame.getByRole("region", { name: "Return the order A-1027" });
    await card.getByRole("button", { name: "Details" }).click();
    // The next message can be sent once the reply has ended.
    await expect.poll(() => card.getByRole("button", { name: "Confirm" }).isEnabled()).toBe(true);
    // Higher than the view, in which the card cannot be then.
    const answer = "Only when you confirm it.\n\n".repeat(60);
    chat.change({ reply: [{ type: "text", data: answer }, done] });
    await chat.say("Is it done?");
    await frame.locator(".reply:not(.live)", { hasText: "Only when you confirm it." }).waitFor();
    const waiting = frame.getByText("Waiting for your decision: Return the order A-1027");
    await waiting.waitFor();
    const scrollTo = (selector: string): Promise<void> =>
      frame.evaluate(`document.querySelector("${selector}").scrollIntoView({ block: "center" })`);
    await scrollTo(".confirm .question-buttons");
    await waiting.waitFor({ state: "detached" });
    await scrollTo("li:last-child .reply");
    await waiting.waitFor();
  });

  test("is replaced by a newer one, says so, and can no longer be answered", async () => {
    const first = historyWith(undefined);
    const second = confirmation('{"order":"A-2"}');
    if (second.type !== "ask_user_question") throw new Error("no question");
    const { data } = second;
    const newer: HistoryMessage = {
      id: "msg_b",
      role: "assistant",
      content: "",
      created_at: "2026-11-21T05:01:00.000Z",
      status: "complete",
      parts: [{ type: "question", ...data, id: "q_newer" }],
    };
    await using chat = await openFakeChat({ history: [...first, newer] });
    await chat.say("Hello");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    const frame = await chat.reload();
    await frame.getByText("A newer request replaced this one.").waitFor();
    expect(await frame.getByRole("button", { name: "Confirm", exact: true }).count()).toBe(1);
    await frame.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect.poll(() => chat.posted.length).toBe(2);
    expect(JSON.stringify(chat.posted[1]?.messages)).toContain('"q_newer"');
  });

  test("is refused with Cancel", async () => {
    await using chat = await openFakeChat();
    const { frame } = chat;
    await chat.say("Return my order");
    await frame.getByRole("button", { name: "Cancel" }).click();
    await frame.getByText("Not confirmed").waitFor();
    await expect
      .poll(() => chat.posted[1]?.messages)
      .toEqual([
        { type: "answer", block: { questionId: "q_confirm", answers: { "Shall I send this?": "Cancel" } } },
      ]);
    expect(await frame.getByText("Confirmed", { exact: true }).count()).toBe(0);
  });

  test("is drawn from history with its answer; an open one can then be answered", async () => {
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

  test("keeps the focus on its buttons while another answer begins, and takes no answer meanwhile", async () => {
    await using chat = await openFakeChat();
    const { frame, page } = chat;
    await chat.say("Return my order");
    const confirm = frame.getByRole("button", { name: "Confirm", exact: true });
    await confirm.waitFor();
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    await confirm.focus();
    const posts = Promise.withResolvers<void>();
    chat.change({ holdPosts: posts.promise });
    await page.evaluate("port.postMessage({ type: 'send', text: 'Is it late?' })");
    await expect.poll(() => confirm.isEnabled()).toBe(false);
    await frame.press(":focus", "Enter");
    expect(await confirm.evaluate((button) => button.matches(":focus"))).toBe(true);
    posts.resolve();
    await expect.poll(() => chat.posted.length).toBe(2);
    expect(chat.posted[1]?.messages[0]).toMatchObject({ type: "text" });
    expect(await frame.getByText("Confirmed", { exact: true }).count()).toBe(0);
  });

  test("whose answer the service does not accept is asked again", async () => {
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
