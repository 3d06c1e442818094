import { expect, test } from "vitest";
import type { ReplyJob } from "../src/reply/reply-job.ts";
import { stopTakenReplies } from "../src/streams/external-changes.ts";

/** Looks some times. Returns which replies are ended, and how often the storage was asked. */
async function lookAt(jobs: readonly object[], heads: readonly object[], rounds = 1) {
  const ended: string[] = [];
  let asked = 0;
  const look = stopTakenReplies({
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
      abort: (taken, reason) => void ended.push(...taken.map(({ replyId }) => `${replyId}: ${reason}`)),
    },
  });
  for (let round = 0; round < rounds; round++) await look();
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
  const { ended } = await lookAt([job], heads, 10);
  expect(ended[0]).toBe("rep_1: taken");
});
