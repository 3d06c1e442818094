import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEventParser } from "@servicechat/client";
import { decodeEvent, type HistoryMessage, type StreamEvent } from "@servicechat/contract";
import { afterEvent } from "../src/conversation/after-event.ts";
import {
  afterPosting,
  afterRefusal,
  afterResending,
  afterStopping,
} from "../src/conversation/after-posting.ts";
import {
  drawnEntries,
  lastTurn,
  runningReply,
  textOf,
  type Conversation,
  type ReplyEntry,
} from "../src/conversation/conversation.ts";
import { fromHistory } from "../src/conversation/from-history.ts";
import { encoded } from "./fake-answers.ts";

const replyId = "rep_0190b1a0-0000-7000-8000-000000000001";
const start: StreamEvent = { type: "start", data: {} };
const done: StreamEvent = { type: "done", data: {} };
const text = (data: string): StreamEvent => ({ type: "text", data });
const question: StreamEvent = {
  type: "ask_user_question",
  data: { id: "q1", questions: [{ question: "Which?", header: "Order", options: [], multiSelect: false }] },
};
const turn = (value: string, key = "k1") => ({
  key,
  at: Date.UTC(2026, 10, 21, 5),
  messages: [{ message: { type: "text", block: { value } } as const, text: value }],
});
const asked = afterPosting([], turn("Hi"));

function after(before: Conversation, events: readonly StreamEvent[], from = 1): Conversation {
  return events.reduce((state, event, n) => afterEvent(state, event, `${replyId}.${n + from}`), before);
}

function reply(conversation: Conversation): ReplyEntry {
  const last = conversation.at(-1);
  if (last?.from !== "agent") throw new Error("the last entry is no reply");
  return last;
}

const anyEvent: fc.Arbitrary<StreamEvent> = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }).map(text),
  fc.constantFrom<StreamEvent>(
    { type: "progress", data: "Reading" },
    { type: "tool_usage_start", data: { id: "t1", name: "search", title: "Searching" } },
    { type: "tool_usage_progress", data: { id: "t1", rows: [{ title: "Row" }] } },
    { type: "tool_usage_stop", data: { id: "t1", status: "succeeded", summary: "2 found" } },
    { type: "image", data: { url: "/chat-bot/images/1", alt: "", mediaType: "image/png" } },
    question,
    { type: "follow_ups", data: { questions: ["And then?"] } },
  ),
);
const anyReply = fc
  .tuple(fc.array(anyEvent, { maxLength: 20 }), fc.boolean())
  .map(([events, fails]): StreamEvent[] => [
    start,
    ...events,
    fails ? { type: "error", data: { message: "No.", retryable: true, code: "reply_cut" } } : done,
  ]);

describe("a streamed reply", () => {
  test("gives the same conversation in any chunking of the stream", () => {
    fc.assert(
      fc.property(anyReply, fc.array(fc.nat(), { maxLength: 10 }), (events, cuts) => {
        const wire = encoded(replyId, events).join("");
        const places = [...new Set(cuts.map((cut) => cut % wire.length))].sort((a, b) => a - b);
        let heard = asked;
        const parser = createEventParser(({ type, data, lastEventId }) => {
          const event = decodeEvent(type, data);
          if (event) heard = afterEvent(heard, event, lastEventId);
        });
        [...places, wire.length].forEach((end, n) => parser.feed(wire.slice(places[n - 1] ?? 0, end)));
        expect(heard).toEqual(after(asked, events));
      }),
    );
  });

  test("that is lost anywhere and resumed, with events sent twice, is drawn once", () => {
    fc.assert(
      fc.property(anyReply, fc.nat(), fc.nat(), (events, cut, overlap) => {
        const heard = cut % events.length;
        const again = heard - (overlap % (heard + 1));
        const lost = after(asked, events.slice(0, heard));
        // Resuming never begins before the second event: a stream from the start begins with `start`.
        const resumed = after(lost, events.slice(Math.max(again, 0)), Math.max(again, 0) + 1);
        expect(resumed).toEqual(after(asked, events));
      }),
    );
  });

  test("ends with the text of its text events, in order", () => {
    fc.assert(
      fc.property(anyReply, (events) => {
        const said = events.map((event) => (event.type === "text" ? event.data : "")).join("");
        expect(textOf(reply(after(asked, events)))).toBe(said);
      }),
    );
  });

  test("keeps suggested questions separate from its parts, live as from history", () => {
    const next: StreamEvent = { type: "follow_ups", data: { questions: ["Why?"] } };
    const live = after(asked, [start, text("Hi"), next, done]);
    const parts = [
      { type: "text", text: "Hi" },
      { type: "follow_ups", questions: ["Why?"] },
    ] as const;
    const told = fromHistory([{ id: "m", role: "assistant", content: "Hi", parts }]);
    for (const drawn of [live, told].map(reply))
      expect(drawn).toMatchObject({
        followUps: { questions: ["Why?"] },
        parts: [{ type: "text", text: "Hi" }],
      });
  });

  test("no longer changes after its terminal event", () => {
    const ended = after(asked, [start, text("a"), done]);
    expect(after(ended, [text("b")], 4)).toBe(ended);
  });

  test("from another tab becomes a separate entry", () => {
    const known = fromHistory([]);
    expect(after(known, [start, text("a"), done])).toMatchObject([
      { from: "agent", key: replyId.replace("rep", "msg"), status: "complete" },
    ]);
  });

  test("is stopped if the visitor asked for it, with its text kept", () => {
    const stopping = afterStopping(after(asked, [start, text("half")]));
    expect(reply(after(stopping, [done], 3))).toMatchObject({
      status: "stopped",
      parts: [{ type: "text", text: "half" }],
    });
  });

  test("shows progress only until something else comes", () => {
    const busy = after(asked, [start, { type: "progress", data: "Reading" }]);
    expect(reply(busy).progress).toBe("Reading");
    expect(reply(after(busy, [text("a")], 3))).not.toHaveProperty("progress");
  });
});

describe("the visitor's actions", () => {
  test("appear on screen at once, with a reply expected", () => {
    expect(asked).toMatchObject([
      { from: "visitor", text: "Hi" },
      { from: "agent", status: "waiting", parts: [] },
    ]);
    expect(runningReply(asked)).toBeDefined();
  });

  test("are marked as failed if refused, and sent again without a second message", () => {
    const refused = afterRefusal(asked, { code: "network", retryable: true, message: "" }, turn("Hi"));
    expect(reply(refused)).toMatchObject({ status: "failed", error: { code: "network" } });
    expect(runningReply(refused)).toBeUndefined();
    expect(afterResending(refused, turn("Hi"))).toEqual(asked);
  });

  test("repeated after a failure without an answer are drawn once", () => {
    const failed = after(asked, [
      start,
      { type: "error", data: { message: "No.", retryable: true, code: "x" } },
    ]);
    const again = afterPosting(failed, turn("Hi", "k2"));
    expect(drawnEntries(again)).toHaveLength(2);
    expect(drawnEntries(failed)).toHaveLength(2);
    expect(drawnEntries(afterPosting(failed, turn("Other", "k2")))).toHaveLength(4);
    const partial = after(asked, [
      start,
      text("a"),
      { type: "error", data: { message: "No.", retryable: true, code: "x" } },
    ]);
    expect(drawnEntries(afterPosting(partial, turn("Hi", "k2")))).toHaveLength(4);
  });

  test("answer the question where it is", () => {
    const open = after(asked, [start, question, done]);
    const message = { type: "answer", block: { questionId: "q1", answers: { "Which?": "A" } } } as const;
    const answered = afterPosting(open, { key: "k2", at: 0, messages: [{ message, text: "" }] });
    expect(answered[1]).toMatchObject({
      parts: [{ type: "question", answer: { answers: { "Which?": "A" } } }],
    });
    expect(lastTurn(answered).map((entry) => entry.message)).toEqual([message]);
  });
});

describe("an answer that the service may not have received", () => {
  const message = { type: "answer", block: { questionId: "q1", answers: { "Which?": "A" } } } as const;
  const given = { key: "k2", at: 0, messages: [{ message, text: "" }] };
  const error = { code: "budget_used_up", retryable: false, message: "" };
  const open = after(asked, [start, question, done]);

  test.each([
    ["given to a question", given],
    ["in own words", turn("The red one", "k2")],
  ])("%s is withdrawn if its turn is refused, and restored with it", (_name, answer) => {
    const placed = { ...answer, before: open };
    const answered = afterPosting(open, placed);
    const refused = afterRefusal(answered, error, placed);
    expect(refused[1]).toEqual(open[1]);
    expect(afterResending(refused, placed)).toEqual(answered);
  });

  test("stays if the service has accepted it", () => {
    const answered = afterPosting(open, given);
    expect(afterRefusal(answered, error, undefined)[1]).toEqual(answered[1]);
  });
});

describe("plain text after a question", () => {
  test("answers the first question of the last reply, and neither confirms nor declines a request", () => {
    const open = after(asked, [start, question, done]);
    expect(afterPosting(open, turn("The red one", "k2"))[1]).toMatchObject({
      parts: [{ answer: { answers: { "Which?": "The red one" }, plainText: true } }],
    });
    const request = { title: "Return", request: "POST https://shop.example/returns" };
    const confirm = { ...question, data: { ...question.data, confirm: request } } as StreamEvent;
    const unsure = after(asked, [start, confirm, done]);
    expect(afterPosting(unsure, turn("Confirm", "k2"))[1]).toEqual(unsure[1]);
  });
});

describe("history", () => {
  const told = (extra: Partial<HistoryMessage> & Pick<HistoryMessage, "id" | "role">): HistoryMessage => ({
    content: "",
    created_at: "2026-11-21T00:00:00.000Z",
    status: "complete",
    parts: [],
    ...extra,
  });

  test("with only the four specified fields is drawn as text", () => {
    const bare = { id: "m", role: "assistant", content: "Hello", created_at: "" } as const;
    expect(fromHistory([bare])).toEqual([
      { from: "agent", key: "m", status: "complete", parts: [{ type: "text", text: "Hello" }] },
    ]);
  });

  test("draws an answered question once, and an answer to an unknown question as a message", () => {
    const answers = { "Which?": "A" };
    const messages = [
      told({
        id: "a",
        role: "assistant",
        parts: [{ type: "question", id: "q1", questions: [], answer: { answers } }],
      }),
      told({ id: "b", role: "user", content: "A", parts: [{ type: "answer", questionId: "q1", answers }] }),
      told({ id: "c", role: "user", content: "B", parts: [{ type: "answer", questionId: "q9", answers }] }),
    ];
    expect(fromHistory(messages)).toMatchObject([
      { parts: [{ type: "question" }] },
      { text: "" },
      { text: "B" },
    ]);
  });

  test("draws a visitor's file as a file, and sends it again by its id", () => {
    const file = { uploadId: "file_1", name: "lamp.png", mediaType: "image/png", size: 9 };
    expect(
      fromHistory([told({ id: "a", role: "user", content: "lamp.png", parts: [{ type: "file", ...file }] })]),
    ).toEqual([
      {
        from: "visitor",
        key: "a",
        at: Date.UTC(2026, 10, 21),
        text: "",
        file,
        message: { type: "file", block: { uploadId: "file_1" } },
      },
    ]);
  });

  test("of a running reply, followed from its start, is drawn without duplicates", () => {
    const running = fromHistory([
      told({
        id: replyId.replace("rep", "msg"),
        role: "assistant",
        status: "streaming",
        parts: [{ type: "text", text: "Hel" }],
      }),
    ]);
    const followed = after(running, [start, text("Hel"), text("lo"), done]);
    expect(followed).toHaveLength(1);
    expect(textOf(reply(followed))).toBe("Hello");
  });
});
