import type { HeldChat } from "@servicechat/storage";
import { createMemoryCoordination } from "@servicechat/coordination/memory";
import { expect, test } from "vitest";
import { createReturns } from "../src/handoff/return-to-agent.ts";
import type { ReplyJob } from "../src/reply/reply-job.ts";

const held = { sessionId: "ses_1", agentId: "shop", holder: "person", epoch: 1 } as HeldChat;
const made = {
  moved: { kind: "moved", holding: { epoch: 2 }, answer: { turn: 3, keyId: null } },
  chat: held,
} as never;

/** Handoffs of one chat, whose agent is found as `find` says, and what becomes of the replies that they begin. */
async function startHandoff(find: () => Promise<unknown>, values: object = {}) {
  const coordination = createMemoryCoordination({ clock: { monotonicMs: () => 0, wallMs: () => 0 } });
  const disowned: string[] = [];
  const runs: ReplyJob[] = [];
  const handoff = createReturns({
    storage: { agents: { find }, handoffs: { find: async () => held, ...values } },
    coordination,
    nowMs: () => 0,
    run: async (job: ReplyJob) => void runs.push(job),
    disown: (replyId: string) => void disowned.push(replyId),
  } as never);
  return { handoff, coordination, disowned, runs };
}

/** Its agent was there when the move was made. */
function onceThenNot(then: () => Promise<unknown>) {
  let asked = 0;
  return async () => (asked++ === 0 ? { id: "shop", definition: { limits: {} } } : then());
}

test.each([
  ["is not there", async () => undefined],
  [
    "cannot be read",
    async () => {
      throw new Error("the database is away");
    },
  ],
])("a reply that a return has begun is ended when its agent %s", async (_, then) => {
  const { handoff, coordination, disowned } = await startHandoff(onceThenNot(then));
  let begun = "";
  const returning = handoff.returning("ses_1", async ({ replyId }) => {
    begun = replyId;
    return { made };
  });
  await returning.catch(() => undefined);
  expect(disowned).toEqual([begun]);
  // It blocks nobody.
  const next = await coordination.turns.reserve("ses_1");
  await next?.lineUp(4);
});

test("a return of which nobody knows whether it was made leaves no reply that nobody speaks", async () => {
  const begun: string[] = [];
  const { handoff, disowned } = await startHandoff(async () => undefined, {
    async move({ answer }: { readonly answer: { readonly replyId: string } }) {
      begun.push(answer.replyId);
      throw new Error("the database is away");
    },
  });
  const back = handoff.giveBack("ses_1", () => ({ to: "agent", type: "silent" }));
  await expect(back).rejects.toThrow("away");
  expect(begun).toHaveLength(1);
  expect(disowned).toEqual(begun);
});

test("what the visitor says once the return is seen waits for the answer that the return begins", async () => {
  const { handoff, coordination, runs } = await startHandoff(async () => ({ definition: { limits: {} } }));
  const order: number[] = [];
  let next: Promise<void> | undefined;
  await handoff.returning("ses_1", async () => {
    // The move is made, and the visitor is faster than the one who made it.
    const slot = await coordination.turns.reserve("ses_1");
    next = slot?.lineUp(4).then(() => void order.push(4));
    return { made };
  });
  const [answer] = runs;
  await answer?.turnSlot.lineUp(answer.turn);
  order.push(3);
  answer?.turnSlot.leave();
  await next;
  expect(order).toEqual([3, 4]);
});

test("a return that leaves nothing to answer blocks nobody", async () => {
  const { handoff, coordination, runs } = await startHandoff(async () => undefined);
  await handoff.returning("ses_1", async () => ({ kind: "held_by_other" }));
  await (await coordination.turns.reserve("ses_1"))?.lineUp(4);
  expect(runs).toEqual([]);
});

test("an answer that a return has begun is given although the operator may no longer see the chat", async () => {
  const { handoff, runs } = await startHandoff(async () => ({ definition: { limits: {} } }));
  await handoff.returning("ses_1", async () => ({ kind: "chat_not_found", made }));
  expect(runs).toMatchObject([{ sessionId: "ses_1", turn: 3, epoch: 2, isReopened: true }]);
});
