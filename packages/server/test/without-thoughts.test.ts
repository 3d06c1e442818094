import { expect, test } from "vitest";
import type { StoredPart } from "@servicechat/storage";
import { withoutThoughts } from "../src/reply/end-reply.ts";

const tool = { type: "tool", id: "t", name: "search", title: "Searching", status: "succeeded" } as const;
const text = (start: number): StoredPart => ({ type: "text", start });

test("a reply without thoughts is kept as it was sent", () => {
  const draft = { content: "Hello", parts: [text(0)] };
  expect(withoutThoughts(draft, undefined)).toEqual(draft);
});

test("thoughts before the answer are not kept", () => {
  expect(withoutThoughts({ content: "They ask.Hello", parts: [text(0)] }, [{ start: 0, end: 9 }])).toEqual({
    content: "Hello",
    parts: [text(0)],
  });
});

test("thoughts after a tool are not kept, nor is a part of nothing else", () => {
  const parts = [text(0), tool, text(6)];
  const thoughts = [{ start: 6, end: 14 }];
  expect(withoutThoughts({ content: "Hello.\n\nThink\n\nBye", parts }, [{ start: 6, end: 13 }])).toEqual({
    content: "Hello.\n\nBye",
    parts: [text(0), tool, text(6)],
  });
  expect(withoutThoughts({ content: "Hello.\n\nThinks", parts }, thoughts)).toEqual({
    content: "Hello.",
    parts: [text(0), tool],
  });
});
