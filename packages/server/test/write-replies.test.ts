import type { ReplyEnd, ReplyProgress } from "@servicechat/storage";
import { expect, test, vi } from "vitest";
import type { ReplyDraft } from "../src/reply/reply-outlet.ts";
import { createReplyWriter } from "../src/reply/write-replies.ts";

const log = { debug() {}, info() {}, warn() {}, error() {} };

test.each([1, 15, 90, 3600, 40_000])(
  "a turn whose commit nobody heard of, and which takes effect %i seconds later, is ended without a restart",
  async (seconds) => {
    vi.useFakeTimers();
    try {
      let isThere = false;
      const ended: ReplyEnd[] = [];
      const endReply = async (end: ReplyEnd) => void (isThere && ended.push(end));
      const writer = createReplyWriter({ conversations: { endReply } as never, log });
      writer.disown("rep_1");

      await vi.advanceTimersByTimeAsync(seconds * 1000);
      expect(ended).toEqual([]);
      isThere = true;
      await vi.advanceTimersByTimeAsync(Math.max(11, seconds + 1) * 1000);

      expect(ended[0]).toMatchObject({
        replyId: "rep_1",
        status: "incomplete",
        failure: "storage_unavailable",
        spentTokens: 0,
      });
    } finally {
      vi.useRealTimers();
    }
  },
);

test("text that cannot be committed is tried again and again, and the log says it once, and when it is over", async () => {
  vi.useFakeTimers();
  try {
    let tries = 0;
    let isAway = true;
    const saveProgress = async () => {
      tries++;
      if (isAway) throw new Error("the database is away");
      return [];
    };
    const lines: string[] = [];
    const note = (_: object, message: string) => void lines.push(message);
    const writer = createReplyWriter({
      conversations: { saveProgress } as never,
      log: { ...log, info: note, warn: note },
    });
    const draft: ReplyDraft = { content: "said", parts: [] };

    writer.note("rep_1", draft);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(tries).toBeGreaterThan(20);
    expect(lines).toEqual(["replies could not be committed, trying again until they are"]);
    isAway = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(lines.slice(1)).toEqual(["replies are committed again"]);
  } finally {
    vi.useRealTimers();
  }
});

test("what is appended to a reply goes behind what was saved of it, counted in characters as databases count them", async () => {
  vi.useFakeTimers();
  try {
    const saved: ReplyProgress[] = [];
    const saveProgress = async (progress: readonly ReplyProgress[]) => {
      saved.push(...progress);
      return [];
    };
    const writer = createReplyWriter({ conversations: { saveProgress } as never, log });
    const draft = { content: "", parts: [] };

    for (const piece of ["Grüße ", "👩‍💻😀", " und Küsse"]) {
      draft.content += piece;
      writer.note("rep_1", draft);
      await vi.advanceTimersByTimeAsync(1_000);
    }

    expect(saved.map(({ offset, appended }) => [offset, appended])).toEqual([
      [0, "Grüße "],
      [6, "👩‍💻😀"],
      [10, " und Küsse"],
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test("Promise 3: what a reply says is handed to the storage within 250 ms, also while more comes all the time", async () => {
  vi.useFakeTimers();
  try {
    const saved: { readonly at: number; readonly length: number }[] = [];
    const saveProgress = async (progress: readonly ReplyProgress[]) => {
      for (const { offset, appended } of progress)
        saved.push({ at: Date.now(), length: offset + appended.length });
      return [];
    };
    const writer = createReplyWriter({ conversations: { saveProgress } as never, log });
    const draft = { content: "", parts: [] };
    const saidAt: number[] = [];

    for (let piece = 0; piece < 50; piece++) {
      draft.content += ".";
      saidAt.push(Date.now());
      writer.note("rep_1", draft);
      await vi.advanceTimersByTimeAsync(30);
    }
    await vi.advanceTimersByTimeAsync(250);

    const waits = saidAt.map(
      (at, index) => (saved.find(({ length }) => length > index)?.at ?? Infinity) - at,
    );
    expect(Math.max(...waits)).toBeLessThanOrEqual(250);
    // Not each piece separately: pieces share a commit.
    expect(saved.length).toBeLessThan(15);
  } finally {
    vi.useRealTimers();
  }
});
