import type { ActionView } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { agent, answering, scriptChat, settled } from "./script-chat.ts";

const chosen: ActionView = {
  id: "return",
  name: "return",
  label: "Return an order",
  description: "",
  kind: "form",
  confirm: false,
  inputSchema: {
    type: "object",
    properties: {
      order: { type: "string", title: "Order number" },
      box: { type: "boolean", title: "With its box" },
    },
  },
};

describe("a chosen action", () => {
  test("reads the same after a reload as when it was sent, and as its message if it is no longer offered", async () => {
    const input = { box: true, order: "A-1", hidden: "of no field" };
    const told = (actionId: string) => ({
      id: `msg_${actionId}`,
      role: "user" as const,
      content: "I return A-1.",
      created_at: "2026-11-21T05:00:00.000Z",
      status: "complete" as const,
      parts: [{ type: "action" as const, actionId, input }],
    });
    const { chat } = scriptChat({
      agent: [() => Promise.resolve({ ...agent, actions: [chosen] })],
      history: [() => Promise.resolve({ messages: [told("return"), told("gone")] })],
      kept: "st_1",
      post: [answering("A")],
    });
    await chat.start();
    chat.act(chosen, input);
    await settled();
    const [before, gone, sent] = chat.conversation.value;
    expect(sent).toMatchObject({ text: "Return an order\nOrder number: A-1\nWith its box: Yes" });
    expect(before).toMatchObject({
      text: sent?.from === "visitor" ? sent.text : "",
      message: sent && "message" in sent && sent.message,
    });
    expect(gone).toMatchObject({ text: "I return A-1." });
  });
});
