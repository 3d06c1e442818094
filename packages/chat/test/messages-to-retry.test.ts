import type { ActionView, FileInfo, StreamEvent } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { drawnEntries } from "../src/conversation/conversation.ts";
import { messagesToRetry } from "../src/conversation/create-sender.ts";
import { answering, refusal, scriptChat, settled } from "./script-chat.ts";

const order: ActionView = {
  id: "order",
  name: "order",
  label: "Order",
  description: "",
  kind: "form",
  confirm: false,
  inputSchema: { type: "object", properties: { order: { type: "string", title: "Order" } } },
};
const lamp: FileInfo = { uploadId: "file_1", name: "lamp.png", mediaType: "image/png", size: 9 };

describe("the message sent again after a failed reply", () => {
  const visitor = { from: "visitor", key: "k", text: "" } as const;

  test("is an answer in plain text, since it counts once, and a file by its name if there was nothing else", () => {
    const answers = { "Which size?": "large", "Which colours?": ["red", "blue"] };
    const answered = {
      ...visitor,
      message: { type: "answer", block: { questionId: "q1", answers } },
    } as const;
    const skipped = {
      ...visitor,
      message: { type: "answer", block: { questionId: "q1", answers: {}, skipped: true } },
    } as const;
    const sent = {
      ...visitor,
      message: { type: "file", block: { uploadId: "file_1" } },
      file: lamp,
    } as const;
    expect(messagesToRetry([answered], undefined).map(({ text }) => text)).toEqual([
      "Which size? large\nWhich colours? red, blue",
    ]);
    expect(messagesToRetry([skipped], undefined).map(({ text }) => text)).toEqual(["(skipped)"]);
    expect(messagesToRetry([sent], undefined)).toEqual([
      { message: { type: "text", block: { value: "lamp.png" } }, text: "lamp.png" },
    ]);
    expect(messagesToRetry([], undefined)).toEqual([]);
  });

  test("is an action in words once its reply has used a tool, so it is not done again, and what was done remains visible", async () => {
    const failing = (...before: StreamEvent[]) =>
      answering(...before, { type: "error", data: { message: "No.", retryable: true, code: "reply_cut" } });
    const tool = { id: "t1", name: "http", title: "Placing the order" };
    const { chat, posted } = scriptChat({
      post: [failing(), failing({ type: "tool_usage_start", data: tool }), answering("It is on its way.")],
    });
    await chat.start();
    chat.act(order, { order: "A-1" });
    await settled();
    for (let times = 0; times < 2; times++) {
      chat.retry();
      await settled();
    }
    const form = { type: "action", block: { actionId: "order", input: { order: "A-1" } } };
    expect(posted.map(({ messages }) => messages[0])).toEqual([
      form,
      form,
      { type: "text", block: { value: "Order\nOrder: A-1" } },
    ]);
    expect(drawnEntries(chat.conversation.value)).toMatchObject([
      { text: "Order\nOrder: A-1" },
      { parts: [{ type: "tool", title: "Placing the order" }] },
      { text: "Order\nOrder: A-1" },
      { status: "complete" },
    ]);
  });

  test("is the same turn, including files, as long as the service may not have received it", async () => {
    const { chat, posted } = scriptChat({
      post: [() => Promise.reject(refusal(413, "payload_too_large")), answering("A lamp")],
    });
    await chat.start();
    chat.send("What is this?", [lamp]);
    await settled();
    chat.retry();
    await settled();
    expect(posted[1]?.messages).toEqual(posted[0]?.messages);
    expect(posted[1]?.options.idempotencyKey).toBe(posted[0]?.options.idempotencyKey);
  });
});
