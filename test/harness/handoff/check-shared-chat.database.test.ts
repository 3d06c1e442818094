import { describe, expect, test } from "vitest";
import type { HeardEvent } from "../../support/visitor.ts";
import type { Loss } from "../check-history.ts";
import { lossesOfSharedChat } from "./check-shared-chat.ts";
import { agentEntries } from "./shared-chat.ts";
import type { SharedChat, SharedEntry } from "./shared-chat.ts";

const at = "2026-01-01T00:00:00.000Z";
const entry = (id: string, role: string, content: string, by?: SharedEntry["by"]): SharedEntry => ({
  id: `msg_${id}`,
  role,
  content,
  status: "complete",
  created_at: at,
  parts: [{ type: "text", text: content }],
  ...(by && { by }),
});
const ada = { kind: "person", name: "Ada" };
const heard = (event: string, id: string, data: unknown = {}): HeardEvent => ({ event, id, data });
const turn = (text: string, reply: string) => ({
  text,
  reply,
  acknowledged: true,
  heard: [],
  end: "done" as const,
});

const messages = [
  entry("1", "user", "one"),
  entry("2", "assistant", "r1#0 r1#1 "),
  entry("3", "assistant", "Hello.", ada),
  entry("4", "user", "two"),
  entry("5", "assistant", "r2#0 "),
];

/** A visitor asks, Ada takes the chat, writes and gives it back, and the agent answers what came in the meantime. */
const good: SharedChat = {
  name: "v1x0",
  turns: [turn("one", "r1#0 r1#1 "), turn("two", "")],
  visitor: [
    { text: "one", sentAt: 0, knownAt: 1 },
    { text: "two", sentAt: 4_000, knownAt: 5_000 },
  ],
  people: [{ text: "Hello.", id: "msg_3", sentAt: 2_000, knownAt: 3_000 }],
  holds: [
    {
      from: 3_000,
      until: 6_000,
      before: agentEntries({ messages: messages.slice(0, 3), events: [] }),
      after: agentEntries({ messages: messages.slice(0, 4), events: [] }),
    },
  ],
  followed: [
    heard("holder", "evt_0", { holder: "agent" }),
    heard("start", "rep_2.1"),
    heard("text", "rep_2.2", "r1#0 r1#1 "),
    heard("done", "rep_2.3"),
    heard("holder", "evt_1", { holder: "person" }),
    heard("person_message", "evt_3", { id: "msg_3" }),
    heard("holder", "evt_2", { holder: "agent" }),
    heard("start", "rep_5.1"),
    heard("text", "rep_5.2", "r2#0 "),
    heard("done", "rep_5.3"),
  ],
  toolRequests: [500, 7_000],
  history: {
    messages,
    events: [
      { type: "joined", name: "Ada", at, after: "msg_2" },
      { type: "handed_back", name: "Ada", at, after: "msg_4" },
    ],
  },
  holder: { holder: "agent", operator: null, isSilent: false },
};

const withMessages = (change: (messages: readonly SharedEntry[]) => readonly SharedEntry[]): SharedChat => ({
  ...good,
  history: { ...good.history, messages: change(messages) },
});
const without = (id: string) => withMessages((all) => all.filter((each) => each.id !== id));
const twice = (id: string) =>
  withMessages((all) => all.flatMap((each) => (each.id === id ? [each, each] : [each])));
const changed = (id: string, values: Partial<SharedEntry>) =>
  withMessages((all) => all.map((each) => (each.id === id ? { ...each, ...values } : each)));
const withFollowed = (change: (events: readonly HeardEvent[]) => readonly HeardEvent[]): SharedChat => ({
  ...good,
  followed: change(good.followed),
});

const planted: readonly (readonly [string, SharedChat, Loss["kind"]])[] = [
  ["a visitor's message that is missing", without("msg_4"), "lost message"],
  ["a person's message that is missing", without("msg_3"), "lost message"],
  ["a visitor's message that is there twice", twice("msg_1"), "doubled message"],
  ["a person's message that is there twice", twice("msg_3"), "doubled message"],
  [
    "a person's message before what was said first",
    withMessages(([a, b, c, d, e]) => [c, a, b, d, e].flatMap((each) => each ?? [])),
    "out of order",
  ],
  ["words that nobody said", changed("msg_3", { content: "Bye." }), "foreign text"],
  ["a word of a reply that is missing", changed("msg_2", { content: "r1#1 " }), "foreign text"],
  ["a reply that lacks what was heard", changed("msg_2", { content: "r1#0 " }), "lost text"],
  ["a reply that never ends", changed("msg_5", { status: "streaming" }), "never ended"],
  ["a reply that grew after a take", changed("msg_2", { content: "r1#0 r1#1 r1#2 " }), "talked over"],
  [
    "an answer of the agent while a person held the chat",
    { ...good, holds: good.holds.map((hold) => ({ ...hold, after: agentEntries(good.history) })) },
    "talked over",
  ],
  ["a tool that was used while a person held the chat", { ...good, toolRequests: [4_500] }, "talked over"],
  [
    "a word of the agent on the stream after a person came",
    withFollowed((events) => events.toSpliced(5, 0, heard("text", "rep_2.3", "r1#1 "))),
    "talked over",
  ],
  [
    "a person's message that the stream did not bring",
    withFollowed((events) => events.filter(({ event }) => event !== "person_message")),
    "lost message",
  ],
  [
    "a person's message that the stream brought twice",
    withFollowed((events) =>
      events.flatMap((each) => (each.event === "person_message" ? [each, each] : [each])),
    ),
    "doubled message",
  ],
  [
    "a reply that the stream told twice",
    withFollowed((events) => [...events, ...events.slice(7)]),
    "doubled message",
  ],
  [
    "a chat that nobody holds",
    { ...good, holder: { holder: "person", operator: null, isSilent: false } },
    "no holder",
  ],
  ["a visitor who waits in silence", { ...good, holder: { ...good.holder, isSilent: true } }, "no holder"],
  [
    "a take that was made twice",
    { ...good, history: { messages, events: good.history.events.flatMap((each) => [each, each]) } },
    "no holder",
  ],
];

describe("the checker of chats with people", () => {
  test("finds nothing in a correct one", () => {
    expect(lossesOfSharedChat(good)).toEqual([]);
  });

  test.each(planted)("finds %s", (_, chat, kind) => {
    expect(lossesOfSharedChat(chat).map((loss) => loss.kind)).toContain(kind);
  });

  test("a request that arrived while this process was held up may have been sent before the take", () => {
    expect(lossesOfSharedChat({ ...good, toolRequests: [4_500] }, [{ from: 4_000, until: 4_600 }])).toEqual(
      [],
    );
  });
});
