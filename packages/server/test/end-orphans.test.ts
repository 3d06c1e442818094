import { StorageUnavailable } from "@servicechat/storage";
import { expect, test } from "vitest";
import { endOrphans } from "../src/conversation/end-orphans.ts";

test("the replies of lost nodes that cannot be ended are tried again and again, and the log says it once, and when it is over", async () => {
  let tries = 0;
  let isAway = false;
  const markOrphans = async () => {
    tries++;
    if (isAway) throw new Error("the database is away");
    return [];
  };
  let lose = (_nodeId: string): void => {};
  const onLost = (listener: typeof lose) => {
    lose = listener;
    return () => {};
  };
  const lines: string[] = [];
  const note = (_: object, message: string) => void lines.push(message);
  const stop = await endOrphans({
    conversations: { markOrphans },
    budgets: { settleLost: async () => {} },
    handoffs: { findUnheard: async () => [] },
    handoff: { askFor: async () => undefined },
    coordination: { nodes: { id: "here", alive: async () => ["here"], onLost }, replies: {} as never },
    log: { debug() {}, info: note, warn: note, error() {} },
    retryMs: 1,
  });

  isAway = true;
  lose("there");
  lose("elsewhere");
  await expect.poll(() => tries).toBeGreaterThan(20);
  expect(lines).toEqual(["replies of a lost node could not be ended, trying again until they are"]);
  isAway = false;
  await expect.poll(() => lines.slice(1)).toEqual(["replies of a lost node are ended"]);
  const triesThen = tries;
  await stop();
  expect(lines).toHaveLength(2);
  expect(tries).toBeLessThanOrEqual(triesThen + 1);
});

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
  const stop = await endOrphans(parts);
  await stop();
  expect(deeds).toEqual(["asked in ses_1", "ended"]);
});
