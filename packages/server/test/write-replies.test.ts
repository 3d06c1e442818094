import type { ReplyEnd } from "@servicechat/storage";
import { expect, test, vi } from "vitest";
import { createReplyWriter } from "../src/conversation/write-replies.ts";

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
