import { describe, expect, test } from "vitest";
import type { HistoryMessage } from "@servicechat/contract";
import { createPastChats } from "../src/menu-and-tabs/past-chats.ts";
import { toMarkdown } from "../src/answer-view/export.ts";
import { createPersistedValue } from "../src/session/persisted-value.ts";
import { memoryArea } from "../src/session/storage-areas.ts";
import { enMenuAndTabs } from "../src/words/en-menu-and-tabs.ts";
import { en } from "../src/words/en.ts";
import { withWords } from "../src/words/service-words.ts";

const day = 24 * 60 * 60 * 1000;

const writing = {
  agentName: "Acme",
  words: withWords(enMenuAndTabs, en),
  savedAt: new Date("2026-11-22T05:00:00.000Z"),
  base: "https://chat.example",
};

function pastChats() {
  const clock = { now: 1_800_000_000_000 };
  const stored = createPersistedValue("chats", [memoryArea()]);
  return { clock, stored, past: createPastChats({ stored, now: () => clock.now }) };
}

describe("the list of past chats", () => {
  test("takes over another one, each chat once, newest first, and leaves nothing there", () => {
    const { clock, stored, past } = pastChats();
    const other = pastChats();
    past.note("st_1", "First");
    clock.now += 2 * day;
    past.note("st_3", "Third");
    other.clock.now += day;
    other.past.note("st_2", "Second");
    other.clock.now += 2 * day;
    other.past.note("st_3", "Third, changed since");
    past.take(other.stored);
    expect(past.list().map(({ title }) => title)).toEqual(["Third, changed since", "Second", "First"]);
    expect(other.stored.read()).toBeUndefined();
    const kept = stored.read();
    past.take(other.stored);
    expect(stored.read()).toBe(kept);
  });

  test("leaves nothing in the browser of chats that the service no longer has, once it is opened", () => {
    const { clock, stored, past } = pastChats();
    past.note("st_1", "First");
    clock.now += 20 * day;
    past.note("st_2", "Second");
    clock.now += 20 * day;
    createPastChats({ stored, keptDays: 30, now: () => clock.now });
    expect(stored.read()).not.toContain("First");
    expect(stored.read()).toContain("Second");
  });

  test("has the most recently used chat first, under its current first question, shortened", () => {
    const { clock, past } = pastChats();
    past.note("st_1", "How do refunds work?");
    clock.now += 1000;
    past.note("st_2", "x".repeat(200));
    clock.now += 1000;
    past.note("st_1", "  How\n do returns work? ");
    past.note("st_1", "");
    expect(past.list().map(({ token, title }) => [token, title.slice(0, 21), title.length])).toEqual([
      ["st_1", "How do returns work?", 20],
      ["st_2", "x".repeat(21), 80],
    ]);
    past.remove("st_1");
    expect(past.list().map(({ token }) => token)).toEqual(["st_2"]);
  });

  test("has at most twenty, and those that the service may still have, for as long as browsers keep cookies", () => {
    const { clock, past } = pastChats();
    for (let n = 1; n <= 25; n++) past.note(`st_${n}`, "Hello");
    expect(past.list()).toHaveLength(20);
    expect(past.list()[0]?.token).toBe("st_25");
    clock.now += 399 * day;
    past.note("st_25", "Hello");
    expect(past.list()).toHaveLength(20);
    clock.now += 2 * day;
    expect(past.list().map(({ token }) => token)).toEqual(["st_25"]);
  });

  test.each([
    [30, 30],
    [1_000, 400],
  ])("has what a service still has that keeps chats for %i days", (keptDays, listedDays) => {
    const { clock, stored } = pastChats();
    const past = createPastChats({ stored, keptDays, now: () => clock.now });
    past.note("st_1", "Hello");
    clock.now += listedDays * day - 1;
    expect(past.list()).toHaveLength(1);
    clock.now += 1;
    expect(past.list()).toEqual([]);
  });

  test.each(["", "{", "{}", '[null, 1, {"token": 1}, {"token": "st_1", "title": "A"}]'])(
    "is empty if the stored value is %j, and continues from there",
    (kept) => {
      const { stored, past } = pastChats();
      stored.write(kept);
      expect(past.list()).toEqual([]);
      past.note("st_1", "Hello");
      expect(past.list()).toHaveLength(1);
    },
  );

  test("is empty if nothing is stored", () => {
    const past = createPastChats({ stored: createPersistedValue("chats", []), now: () => 0 });
    past.note("st_1", "Hello");
    expect(past.list()).toEqual([]);
  });
});

test("a chat is written down with who said what and when, sources, images as links, questions and endings", () => {
  const common = { created_at: "2026-11-21T05:00:00.000Z", status: "complete" } as const;
  const said = (content: string): HistoryMessage => ({
    ...common,
    id: "msg_1",
    role: "user",
    content,
    parts: [{ type: "text", text: content }],
  });
  const messages: HistoryMessage[] = [
    said("# Not a heading\nsecond line\u202E"),
    {
      ...common,
      id: "msg_2",
      role: "assistant",
      content: "Within **30 days**.",
      status: "stopped",
      parts: [
        {
          type: "tool",
          id: "t1",
          name: "search_knowledge",
          title: "Searching",
          status: "succeeded",
          rows: [
            { title: "Returns [new]", url: "https://shop.example/returns", number: 3 },
            { title: "Trap", url: "javascript:alert(1)" },
          ],
        },
        { type: "text", text: "# Within **30 days** [3]. ![](https://evil.example/x.png)" },
        { type: "image", url: "/chat-bot/images/img_1", alt: "A lamp", mediaType: "image/png" },
        {
          type: "question",
          id: "q1",
          questions: [{ question: "Which order?", header: "Order", options: [], multiSelect: false }],
          answer: { answers: { "Which order?": "A-1027" } },
        },
      ],
    },
  ];
  const text = toMarkdown(messages, writing);
  expect(text.replaceAll("\u202F", " ")).toMatch(
    /^# Chat with Acme\n\nSaved on Nov 2[12], 2026, [^\n]*\n\n## You, Nov 2[01], 2026, [^\n]*\n\n> \\# Not a heading\n> second line\n\n## Acme \(AI\), /,
  );
  expect(text.slice(text.indexOf("*Searching*"))).toBe(`*Searching*

- Trap

### Within **30 days** [1]. [https://evil.example/x.png](<https://evil.example/x.png>)

[A lamp](<https://chat.example/chat-bot/images/img_1>)

Which order?

> A-1027

*Sources*

- [1] [Returns &#91;new&#93;](<https://shop.example/returns>)

*You stopped this answer.*
`);
});

test("a replacement is beside the original in a downloaded text, and the original is marked", () => {
  const messages = ["Where is order 1042?", "Where is order 1043?"].map((content, index) => ({
    id: `msg_${index}`,
    role: "user" as const,
    content,
    created_at: "2026-11-21T05:00:00.000Z",
    status: "complete" as const,
    parts: [{ type: "text" as const, text: content }],
    ...(index === 0 && { replaced: true as const }),
  }));
  const text = toMarkdown(messages, writing);
  expect(text).toMatch(/\n## You, [^\n]* \(earlier version\)\n\n> Where is order 1042\?\n/);
  expect(text).toMatch(/\n## You, [^\n(]*\n\n> Where is order 1043\?\n/);
});
