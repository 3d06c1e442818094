import { expect, test } from "vitest";
import type { ReplyJob } from "../src/conversation/reply-job.ts";
import { watchTakes } from "../src/conversation/watch-takes.ts";

const log = { debug() {}, info() {}, warn() {}, error() {} };

/** Looks once, or until it has ended a reply. Returns which replies are ended, and how often the storage was asked. */
async function lookAt(jobs: readonly object[], heads: readonly object[], untilEnded = false) {
  const ended: string[] = [];
  let asked = 0;
  const stop = watchTakes({
    storage: {
      handoffs: {
        async headsOf() {
          asked++;
          return heads;
        },
      },
    } as never,
    replies: {
      jobs: () => jobs as ReplyJob[],
      abort: (which, reason) =>
        void ended.push(...(jobs as ReplyJob[]).filter(which).map(({ replyId }) => `${replyId}: ${reason}`)),
    },
    log,
  });
  if (untilEnded) await expect.poll(() => ended.length).toBeGreaterThan(0);
  await stop();
  return { ended, asked };
}

const withPeople = { definition: { handoff: {} } };

test("a take that no event told of ends the replies before it, also when the agent has the chat again", async () => {
  const jobs = [
    { replyId: "rep_before", sessionId: "ses_1", epoch: 1, agent: withPeople },
    { replyId: "rep_again", sessionId: "ses_1", epoch: 3, agent: withPeople },
    { replyId: "rep_other", sessionId: "ses_2", epoch: 0, agent: withPeople },
  ];
  const heads = [
    { sessionId: "ses_1", turn: 2, epoch: 3, takenEpoch: 2 },
    { sessionId: "ses_2", turn: 1, epoch: 0, takenEpoch: 0 },
  ];

  expect(await lookAt(jobs, heads)).toEqual({ ended: ["rep_before: taken"], asked: 1 });
});

test("nothing is looked for while no reply runs that a person could take", async () => {
  const agent = { definition: {} };
  expect(await lookAt([{ replyId: "rep_1", sessionId: "ses_1", epoch: 0, agent }], [])).toEqual({
    ended: [],
    asked: 0,
  });
});

test("a take ends a reply, too, that was begun before its agent could hand over", async () => {
  const job = { replyId: "rep_1", sessionId: "ses_1", epoch: 0, agent: { definition: {} } };
  const heads = [{ sessionId: "ses_1", turn: 1, epoch: 1, takenEpoch: 1 }];
  const { ended } = await lookAt([job], heads, true);
  expect(ended[0]).toBe("rep_1: taken");
});
