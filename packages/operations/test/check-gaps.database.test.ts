import type { OperationContext } from "@servicechat/operations";
import type { QuestionSketch } from "@servicechat/knowledge";
import { expect, test } from "vitest";
import { checkGaps } from "../src/gaps/check-gaps.ts";
import { placeQuestions } from "../src/gaps/place-questions.ts";
import { openOperations, putAgent, putGap } from "./support/open-operations.ts";

/** The same parts with another knowledge. */
function withKnowledge(
  context: OperationContext,
  knowledge: Partial<OperationContext["knowledge"]>,
): OperationContext {
  return { ...context, knowledge: { ...context.knowledge, ...knowledge } };
}

test("gaps are asked about again some at a time, and none once it is to stop", async () => {
  await using opened = await openOperations();
  await putAgent(opened.storage, "guide");
  for (let index = 0; index < 25; index++) await putGap(opened.storage, `gap_${index}`, "guide");
  const unchecked = async () =>
    (await opened.storage.gaps.open()).filter(({ checked }) => checked === null).length;
  await checkGaps(opened.context, { signal: AbortSignal.abort() });
  expect(await unchecked()).toBe(25);
  await checkGaps(opened.context);
  expect(await unchecked()).toBe(5);
  await checkGaps(opened.context);
  expect(await unchecked()).toBe(0);
});

test("vectors of old questions are made a bounded number at a time after those of new ones, and are kept", async () => {
  await using opened = await openOperations();
  await putAgent(opened.storage, "guide");
  await putGap(opened.storage, "gap_1", "guide");
  await placeQuestions(opened.context);
  const sketched: { readonly questions: number; readonly maxEmbedded: number | undefined }[] = [];
  const context = withKnowledge(opened.context, {
    sketch: async (_, questions, request) => {
      sketched.push({ questions: questions.length, maxEmbedded: request?.maxEmbedded });
      const vector = { model: "newer", values: Float32Array.of(1, 0) };
      return questions.map((): QuestionSketch => ({ words: [], vector }));
    },
  });
  await putGap(opened.storage, "gap_2", "guide", { isPlaced: false });
  await placeQuestions(context);
  expect(sketched).toEqual([{ questions: 2, maxEmbedded: 100 }]);
  const kept = await opened.storage.gaps.questions({ id: "gap_1", limit: 9 });
  expect(kept.map(({ vector }) => vector?.model)).toEqual(["newer", "newer"]);

  const stop = new AbortController();
  stop.abort();
  await putGap(opened.storage, "gap_3", "guide", { isPlaced: false });
  await placeQuestions(context, stop.signal);
  expect(sketched).toHaveLength(1);
});
