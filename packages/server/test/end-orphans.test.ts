import { StorageUnavailable } from "@servicechat/storage";
import { expect, test } from "vitest";
import { endOrphans } from "../src/reply/end-orphans.ts";

test("a person requested by a lost reply is requested again before the reply is ended, and neither happens while that fails", async () => {
  const deeds: string[] = [];
  let isAway = true;
  const parts: Parameters<typeof endOrphans>[0] = {
    conversations: {
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
