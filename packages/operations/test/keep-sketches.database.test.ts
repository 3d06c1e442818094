import type { QuestionSketch } from "@servicechat/knowledge";
import type { OperationContext } from "@servicechat/operations";
import { expect, test } from "vitest";
import { placeQuestions } from "../src/gaps/place-questions.ts";
import { openOperations, putAgent, putAnswer, putGap } from "./support/open-operations.ts";

const agentId = "guide";
const vector = { model: "tiny", values: Float32Array.of(1, 0) };

/** How many questions were read with their vectors, and sketched, each time that questions were placed. */
function watched({ storage, knowledge, ...context }: OperationContext) {
  const rounds: { read: number; sketched: number }[] = [];
  let read = 0;
  const placed: typeof storage.gaps.placed = async (query) => {
    const before = new Set(query.known?.keys());
    const found = await storage.gaps.placed(query);
    read = found.filter(({ replyId }) => !before.has(replyId)).length;
    return found;
  };
  const sketch: typeof knowledge.sketch = async (_, questions) => {
    rounds.push({ read, sketched: questions.length });
    return questions.map((each): QuestionSketch => ({ words: [], vector: each.vector ?? vector }));
  };
  const watching = { ...storage, gaps: { ...storage.gaps, placed } };
  return { rounds, context: { ...context, storage: watching, knowledge: { ...knowledge, sketch } } };
}

test("a new question reads and sketches none again with which it is compared, until the agent learns something", async () => {
  await using opened = await openOperations();
  const { storage } = opened;
  await putAgent(storage, agentId);
  const { rounds, context } = watched(opened.context);
  for (let gap = 0; gap < 5; gap++) {
    await putGap(storage, `gap_${gap}`, agentId, { question: `Question ${gap}?` });
    await storage.gaps.saveVector({ replyId: `rep_chat of gap_${gap}`, vector });
  }
  const ask = async (id: string) => {
    await putGap(storage, id, agentId, { isPlaced: false, question: `Question ${id}?` });
    await placeQuestions(context);
  };
  await ask("one");
  await ask("two");
  await ask("three");
  expect(rounds).toEqual([
    { read: 5, sketched: 6 },
    { read: 0, sketched: 1 },
    { read: 0, sketched: 1 },
  ]);

  await putAnswer(storage, "ans_1", agentId);
  await ask("four");
  // Words weigh otherwise now; what they mean has stayed.
  expect(rounds.at(-1)).toEqual({ read: 0, sketched: 9 });
});

test("others get their turn while a question is compared with hundreds", async () => {
  await using opened = await openOperations();
  const { storage } = opened;
  await putAgent(storage, agentId);
  await putGap(storage, "gap_1", agentId, { isPlaced: false });
  const { context } = watched(opened.context);
  const numbers = Array.from({ length: 500 }, (_, number) => String(number));
  const placed = async () =>
    numbers.map((replyId) => ({ replyId, gapId: `gap ${replyId}`, question: replyId, vector }));
  let turns = 0;
  let isOver = false;
  const others = () => {
    turns++;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  await placeQuestions({
    ...context,
    storage: { ...context.storage, gaps: { ...context.storage.gaps, placed } },
    knowledge: {
      ...context.knowledge,
      sketch: async (_, questions) => {
        turns = 0;
        return questions.map(() => ({ words: [], vector: null }));
      },
    },
  });
  isOver = true;
  // Once in a hundred comparisons.
  expect(turns).toBeGreaterThanOrEqual(5);
});
