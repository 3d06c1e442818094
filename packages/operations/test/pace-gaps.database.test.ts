import type { FoundPassage } from "@servicechat/agent";
import type { OperationContext } from "@servicechat/operations";
import { expect, test } from "vitest";
import { checkGaps } from "../src/gaps/check-gaps.ts";
import { openOperations, putAgent, putAnswer, putChat, putGap } from "./support/open-operations.ts";
import type { OpenOperations } from "./support/open-operations.ts";

const agentId = "guide";

/** What was searched for, and how many searches ran at the same time. */
function watched({ context }: OpenOperations, found: readonly FoundPassage[] = []) {
  const queries: string[] = [];
  let running = 0;
  let most = 0;
  const search: OperationContext["knowledge"]["search"] = async (_, query) => {
    queries.push(query);
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    return found;
  };
  const knowledge = { ...context.knowledge, search };
  return { queries, most: () => most, context: { ...context, knowledge } };
}

/** Gaps of three questions each, in different words. */
async function openWithGaps(count: number): Promise<OpenOperations> {
  const opened = await openOperations();
  await putAgent(opened.storage, agentId);
  for (let gap = 0; gap < count; gap++) {
    await putGap(opened.storage, `gap_${gap}`, agentId, { question: `Refund ${gap} first?` });
    for (const word of ["second", "third"]) {
      const id = `${word} of ${gap}`;
      await putChat(opened.storage, id, agentId, 1_000, `Refund ${gap} ${word}?`);
      await opened.storage.feedback.rate({
        sessionId: id,
        replyId: `rep_${id}`,
        feedback: { rating: "down" },
        at: 1_000,
      });
      await opened.storage.gaps.unplaced({ limit: 1 });
      await opened.storage.gaps.place({ replyId: `rep_${id}`, gapId: `gap_${gap}`, vector: null, at: 1_000 });
    }
  }
  return opened;
}

const passage: FoundPassage = { title: "Refunds", headings: [], url: null, text: "10 days.", score: 0.9 };

test("one question is asked again at a time, whoever asks for it", async () => {
  await using opened = await openWithGaps(4);
  const { queries, most, context } = watched(opened);
  await Promise.all([checkGaps(context), checkGaps(context), checkGaps(context, { gap: "gap_3" })]);
  expect(queries.length).toBeGreaterThan(4);
  expect(most()).toBe(1);
});

test("with pauses no further gap is begun once twenty questions were asked, and the next go finds the rest", async () => {
  await using opened = await openWithGaps(9);
  const { queries, context } = watched(opened, [passage]);
  expect(await checkGaps(context, { pauseMs: 1 })).toBe(7);
  expect(new Set(queries).size).toBe(21);
  expect(await checkGaps(context, { pauseMs: 1 })).toBe(2);
});

test("nothing is asked again, nor any gap read, until the agent has learnt something", async () => {
  await using opened = await openWithGaps(2);
  const { queries, context } = watched(opened);
  await checkGaps(context);
  const asked = queries.length;
  expect(asked).toBeGreaterThan(0);
  expect(await opened.storage.gaps.dueAgents()).toEqual([]);
  await checkGaps(context);
  expect(queries).toHaveLength(asked);

  await putAnswer(opened.storage, "ans_1", agentId);
  expect(await opened.storage.gaps.dueAgents()).toMatchObject([{ agentId }]);
  await checkGaps(context);
  expect(queries.length).toBeGreaterThan(asked);
});
