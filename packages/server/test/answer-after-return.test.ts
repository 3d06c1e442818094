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
    moved: { kind: "moved", holding: { epoch: 2 }, answer: { turn: 3, keyId: null } },
    chat: { sessionId: "ses_1", agentId: "shop" },
  };
  await handover.answerAfter(made as never, { replyId: "rep_1", node: "self" }).catch(() => undefined);
  expect(disowned).toEqual(["rep_1"]);
});

test("a return of which nobody knows whether it was made leaves no reply that nobody speaks", async () => {
  const disowned: string[] = [];
  const begun: string[] = [];
  const handover = createHandover({
    storage: {
      agents: { find: async () => undefined },
      handovers: {
        find: async () => ({ sessionId: "ses_1", agentId: "shop", holder: "person", epoch: 1 }),
        async move({ answer }: { readonly answer: { readonly replyId: string } }) {
          begun.push(answer.replyId);
          throw new Error("the database is away");
        },
      },
    },
    coordination: { nodes: { id: "self" } },
    nowMs: () => 0,
    run: async () => undefined,
    disown: (replyId: string) => void disowned.push(replyId),
  } as never);
  const back = handover.giveBack("ses_1", () => ({ to: "agent", type: "silent" }));
  await expect(back).rejects.toThrow("away");
  expect(begun).toHaveLength(1);
  expect(disowned).toEqual(begun);
});
