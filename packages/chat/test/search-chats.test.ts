import { ClientError } from "@servicechat/client";
import type { History, HistoryMessage } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { createChatSearch, stepSize } from "../src/menu-and-tabs/search-chats.ts";

const message = (content: string, more: Partial<HistoryMessage> = {}): HistoryMessage => ({
  id: "msg_1",
  role: "assistant",
  content,
  created_at: "2026-11-21T05:00:00.000Z",
  status: "complete",
  parts: [{ type: "text", text: content }],
  ...more,
});
const chats = Array.from({ length: 8 }, (_, index) => ({
  token: `st_${index}`,
  title: `Question ${index}`,
  at: 0,
}));
const never = new AbortController().signal;
const nothing = (): void => undefined;

/** A search in chats whose messages the function returns. */
function searchIn(messagesOf: (token: string) => readonly HistoryMessage[]) {
  const asked: (readonly [string, boolean | undefined])[] = [];
  const search = createChatSearch({
    async history(token, isSeen): Promise<History> {
      asked.push([token, isSeen]);
      return { messages: messagesOf(token) };
    },
  });
  return { search, asked };
}

describe("the search in past chats", () => {
  test("finds titles at once, however they are typed, and reads nothing for that", () => {
    const { search, asked } = searchIn(() => []);
    const named = [{ token: "st_a", title: "Zażółć die STRASSE", at: 0 }, ...chats];
    expect(search.find(named, " straße ").map(({ chat }) => chat.token)).toEqual(["st_a"]);
    expect(search.find(named, "zazolc")).toHaveLength(1);
    expect(search.find(named, "")).toHaveLength(9);
    expect(asked).toEqual([]);
  });

  test("finds what was said in chats that were read, a few in each step, each once, and none counts as seen", async () => {
    const { search, asked } = searchIn((token) => [
      message(token === "st_6" ? "Only by **courier**." : "Hello"),
    ]);
    let steps = 0;
    await search.readOn(chats, () => (steps += 1), never);
    expect(steps).toBe(stepSize);
    expect(search.countRead(chats)).toBe(stepSize);
    expect(search.find(chats, "courier")).toEqual([]);
    await search.readOn(chats, nothing, never);
    await search.readOn(chats, nothing, never);
    expect(asked).toEqual(chats.map(({ token }) => [token, false]));
    expect(search.find(chats, "COURIER")).toEqual([
      { chat: chats[6], passage: { before: "Only by ", found: "courier", after: "." } },
    ]);
  });

  test("shows a passage around the match, at words, and nothing that the visitor has replaced", async () => {
    const long = `${"word ".repeat(20)}the café terrace ${"more ".repeat(40)}`;
    const { search } = searchIn(() => [message("A secret", { replaced: true }), message(long)]);
    await search.readOn(chats.slice(0, 1), nothing, never);
    const [found] = search.find(chats, "cafe t");
    expect(found?.passage).toEqual({
      before: "… word word word word the ",
      found: "café t",
      after: expect.stringMatching(/^errace more .*…$/),
    });
    expect(search.find(chats, "secret")).toEqual([]);
  });

  test("ends when the list is closed, takes a chat that is gone as empty, and reads the rest after a failure", async () => {
    const closing = new AbortController();
    const { search, asked } = searchIn((token) => {
      if (token === "st_0")
        throw new ClientError("Gone.", { code: "session_not_found", status: 404, retryable: false });
      if (token === "st_2" && asked.length === 3)
        throw new ClientError("Later.", { code: "rate_limited", status: 429, retryable: true });
      return [message("Hello")];
    });
    await expect(search.readOn(chats, nothing, never)).rejects.toThrow("Later.");
    expect(search.countRead(chats)).toBe(2);
    await search.readOn(chats, () => closing.abort(), closing.signal);
    expect(search.countRead(chats)).toBe(3);
  });
});
