import type { StreamEvent } from "@servicechat/contract";
import { createMemoryCoordination } from "@servicechat/coordination/memory";
import { StorageUnavailable } from "@servicechat/storage";
import { expect, test } from "vitest";
import { endOrphans } from "../src/reply/end-orphans.ts";

test("a person requested by a lost reply is requested again before the reply is ended, and neither happens while that fails", async () => {
  const deeds: string[] = [];
  let isAway = true;
  const parts: Parameters<typeof endOrphans>[0] = {
    conversations: {
      findOrphans: async () => [],
      saveProgress: async () => [],
      async markOrphans() {
        deeds.push("ended");
        return [];
      },
    },
    budgets: { settleLost: async () => {} },
    handoffs: { findUnheard: async () => [{ sessionId: "ses_1", agentId: "shop", keyId: null }] },
    handoff: {
      async askFor({ sessionId }) {
        if (isAway) throw new StorageUnavailable("the database is away");
        deeds.push(`asked in ${sessionId}`);
      },
    },
    coordination: {
      nodes: { id: "here", alive: async () => ["here"], onLost: () => () => {} },
      replies: {} as never,
    },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  };
  await expect(endOrphans(parts)).rejects.toThrow(StorageUnavailable);
  expect(deeds).toEqual([]);
  isAway = false;
  await endOrphans(parts);
  expect(deeds).toEqual(["asked in ses_1", "ended"]);
});

test("what a lost node sent and did not store any more is stored before its reply is ended, up to a question", async () => {
  const deeds: unknown[] = [];
  await using coordination = createMemoryCoordination({ clock: { monotonicMs: () => 0, wallMs: () => 0 } });
  const live = (id: string, events: readonly StreamEvent[]) => {
    const writer = coordination.replies.create(id);
    for (const event of events) writer.write(event);
  };
  live("longer", [
    { type: "start", data: {} },
    { type: "text", data: "We open " },
    { type: "text", data: "at 9 🕘" },
    { type: "ask_user_question", data: { id: "q", questions: [] } },
    { type: "text", data: "Never stored." },
  ]);
  live("stored", [
    { type: "start", data: {} },
    { type: "text", data: "At 9." },
  ]);
  await endOrphans({
    conversations: {
      findOrphans: async () => [
        { replyId: "longer", length: 3 },
        { replyId: "stored", length: 5 },
        { replyId: "nobody has it", length: 0 },
      ],
      async saveProgress(progress) {
        deeds.push(...progress);
        return [];
      },
      async markOrphans() {
        deeds.push("ended");
        return [];
      },
    },
    budgets: { settleLost: async () => {} },
    handoffs: { findUnheard: async () => [] },
    handoff: { askFor: async () => {} },
    coordination,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  expect(deeds).toEqual([
    {
      replyId: "longer",
      offset: 0,
      appended: "We open at 9 🕘",
      parts: [{ type: "text", start: 0 }],
    },
    "ended",
  ]);
});
