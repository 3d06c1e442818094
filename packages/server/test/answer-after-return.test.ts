import { expect, test } from "vitest";
import { createHandover } from "../src/conversation/handover.ts";

test.each([
  ["is not there", async () => undefined],
  [
    "cannot be read",
    async () => {
      throw new Error("the database is away");
    },
  ],
])("a reply that a return has begun is ended when its agent %s", async (_, find) => {
  const disowned: string[] = [];
  const handover = createHandover({
    storage: { agents: { find } },
    coordination: {},
    nowMs: () => 0,
    run: async () => undefined,
    disown: (replyId: string) => void disowned.push(replyId),
  } as never);
  const made = {
    moved: { kind: "moved", answer: { turn: 3, keyId: null } },
    chat: { sessionId: "ses_1", agentId: "shop" },
  };
  await handover.answerAfter(made as never, { replyId: "rep_1", node: "self" }).catch(() => undefined);
  expect(disowned).toEqual(["rep_1"]);
});
