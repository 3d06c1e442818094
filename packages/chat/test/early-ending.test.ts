import { decodeEvent, type StreamEvent } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { afterEvent } from "../src/conversation/after-event.ts";
import { afterPosting, afterStopping } from "../src/conversation/after-posting.ts";
import type { Conversation, ReplyEntry } from "../src/conversation/conversation.ts";

const replyId = "rep_0190b1a0-0000-7000-8000-000000000001";
const half: readonly StreamEvent[] = [
  { type: "start", data: {} },
  { type: "text", data: "Half" },
];
const asked = afterPosting([], {
  key: "k1",
  at: 0,
  messages: [{ message: { type: "text", block: { value: "Hi" } }, text: "Hi" }],
});

const after = (before: Conversation, events: readonly StreamEvent[], from = 1): Conversation =>
  events.reduce((state, event, n) => afterEvent(state, event, `${replyId}.${n + from}`), before);

function reply(conversation: Conversation): ReplyEntry {
  const last = conversation.at(-1);
  if (last?.from !== "agent") throw new Error("the last entry is no reply");
  return last;
}

describe("how a reply ended early", () => {
  test.each([
    [{ ending: "length" }, "length"],
    [{ ending: "filtered" }, "filtered"],
    [{}, undefined],
    [null, undefined],
    [{ ending: "of a later version" }, undefined],
  ])("is read from %j", (data, ending) => {
    const event = decodeEvent("done", JSON.stringify(data));
    const ended = reply(after(asked, [...half, ...(event ? [event] : [])]));
    expect(ended.status).toBe("complete");
    expect(ended.ending).toBe(ending);
  });

  test("is not told of one that the visitor stopped", () => {
    const stopped = afterStopping(after(asked, half));
    const ended = reply(after(stopped, [{ type: "done", data: { ending: "length" } }], 3));
    expect(ended.status).toBe("stopped");
    expect(ended.ending).toBeUndefined();
  });
});
