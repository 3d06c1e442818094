import { judgeAnswer } from "@servicechat/knowledge";
import type { EvaluationQuestion, GivenAnswer, Judgement } from "@servicechat/knowledge";
import type { DocumentRecord } from "@servicechat/storage";
import type { Ask } from "./ask-without-model.ts";

/** A question, its answer, and the answer's quality. */
export interface JudgedAnswer {
  readonly question: EvaluationQuestion;
  readonly answer: GivenAnswer;
  readonly judgement: Judgement;
}

/** The number of simultaneous replies: they are streamed at reading speed, which costs nothing but time. */
const atOnce = 32;

/** Asks every question and judges the answers, in the order of the questions. @throws Error when a reply fails */
export async function judgeAnswers(
  questions: readonly EvaluationQuestion[],
  {
    ask,
    documents,
    onStep = () => undefined,
    signal = new AbortController().signal,
  }: {
    readonly ask: Ask;
    readonly documents: readonly DocumentRecord[];
    readonly onStep?: (step: { readonly done: number; readonly total: number }) => void;
    readonly signal?: AbortSignal;
  },
): Promise<readonly JudgedAnswer[]> {
  const judged: JudgedAnswer[] = [];
  let next = 0;
  let done = 0;
  async function takeNext(): Promise<void> {
    for (let at = next++; at < questions.length; at = next++) {
      const question = questions[at];
      if (!question) return;
      const answer = await ask(question.question, signal);
      judged[at] = { question, answer, judgement: judgeAnswer(question, answer, documents) };
      onStep({ done: ++done, total: questions.length });
    }
  }
  await Promise.all(Array.from({ length: atOnce }, takeNext));
  return judged;
}
