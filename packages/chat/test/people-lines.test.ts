import type { ChatEventView, HistoryMessage, StreamEvent } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { afterEvent } from "../src/conversation/after-event.ts";
import type { Conversation } from "../src/conversation/conversation.ts";
import { fromHistory, preserveEntryKeys } from "../src/conversation/from-history.ts";
import { holdingAfter, lastKey, linesIn, withLines } from "../src/handoff/people-lines.ts";

const at = "2026-11-21T09:41:00.000Z";
const replyId = "rep_0190b1a0-0000-7000-8000-000000000001";
const message = (id: string, role: "user" | "assistant", content: string): HistoryMessage => ({
  id,
  role,
  content,
  created_at: at,
  status: "complete",
  parts: [{ type: "text", text: content }],
});
const ofPerson = (id: string, content: string): HistoryMessage => ({
  ...message(id, "assistant", content),
  by: { kind: "person", name: "Ada" },
});
const event = (type: ChatEventView["type"], after: string | null): ChatEventView => ({ type, at, after });
const messages = [
  message("msg_1", "user", "Hello"),
  message("msg_2", "assistant", "Hi"),
  ofPerson("msg_3", "It's me"),
  message("msg_4", "user", "Thanks"),
];
const read = (line: { readonly from: string; readonly key: string }) => `${line.from} ${line.key}`;
const held: StreamEvent = { type: "holder", data: { holder: "person", name: "Ada", at } };

describe("people's messages", () => {
  test("are between the entries, with events, in the order of the history", () => {
    const drawn = fromHistory(messages);
    const events = [event("joined", "msg_2"), event("left", "msg_3"), event("nobody", "msg_gone")];
    const lines = withLines(drawn, linesIn({ messages, events, drawn }));
    expect(lines.map(read)).toEqual([
      "visitor msg_1",
      "agent msg_2",
      `event joined ${at}`,
      "person msg_3",
      `event left ${at}`,
      "visitor msg_4",
      `event nobody ${at}`,
    ]);
  });

  test("from before the first message are there too", () => {
    const lines = linesIn({ messages: [], events: [event("waiting", null)], drawn: [] });
    expect(withLines([], lines).map(read)).toEqual([`event waiting ${at}`]);
  });

  test("follow the last entry with content while a message is on its way", () => {
    const waiting: Conversation = [
      ...fromHistory(messages),
      { from: "agent", key: "k-reply", status: "waiting", parts: [] },
    ];
    expect(lastKey(waiting)).toBe("msg_4");
  });

  test("show who holds the chat; an event of a later version does not", () => {
    expect(holdingAfter({ events: [{ ...event("joined", null), name: "Ada" }] })).toEqual({
      holder: "person",
      name: "Ada",
    });
    const later = { ...event("joined", null), type: "transferred_to_moon" as ChatEventView["type"] };
    expect(holdingAfter({ events: [event("waiting", null), later] })).toEqual({ holder: "waiting" });
    expect(holdingAfter({})).toEqual({ holder: "agent" });
  });
});

describe("a message to a person", () => {
  const asked: Conversation = [
    { from: "visitor", key: "k-0", text: "Thanks", message: { type: "text", block: { value: "Thanks" } } },
    { from: "agent", key: "k-reply", status: "streaming", parts: [], lastEventId: `${replyId}.1` },
  ];
  const hear = (before: Conversation, ...events: StreamEvent[]) =>
    events.reduce((now, each, index) => afterEvent(now, each, `${replyId}.${index + 2}`), before);

  test("gets no other answer: no empty answer remains", () => {
    expect(hear(asked, held, { type: "done", data: {} })).toEqual(asked.slice(0, 1));
  });

  test("an answer that a person cut off keeps its text, and does not count as stopped by the visitor", () => {
    const [, reply] = hear(asked, { type: "text", data: "Half" }, held, { type: "done", data: {} });
    expect(reply).toMatchObject({ status: "stopped", taken: true, parts: [{ text: "Half" }] });
  });

  test("keeps its place on screen when the history is read, and when the agent finally answers it", () => {
    const shown = asked.slice(0, 1);
    const told = [message("msg_4", "user", "Thanks")];
    expect(preserveEntryKeys(fromHistory(told), shown).map(({ key }) => key)).toEqual(["k-0"]);
    const answered = [...told, message("msg_5", "assistant", "You're welcome")];
    expect(preserveEntryKeys(fromHistory(answered), shown).map(({ key }) => key)).toEqual(["k-0", "msg_5"]);
    const other = [message("msg_4", "user", "From another tab")];
    expect(preserveEntryKeys(fromHistory(other), shown).map(({ key }) => key)).toEqual(["msg_4"]);
  });
});
