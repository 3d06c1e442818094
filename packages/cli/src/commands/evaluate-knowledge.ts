import { EmbeddingFault } from "@servicechat/knowledge";
import type { Evaluation, EvaluationQuestion } from "@servicechat/knowledge";
import { askWithoutModel } from "../ask-without-model.ts";
import { requireAgent } from "../command-parts.ts";
import { judgeAnswers, type JudgedAnswer } from "../judge-answers.ts";
import type { OpenHouse } from "../open-house.ts";
import type { Output } from "../print.ts";
import { Refusal } from "../refusal.ts";

/** What an evaluation came to; `answers` only when a question says what its answer is to be. */
export interface KnowledgeEvaluation {
  readonly found: Evaluation;
  readonly answers?: readonly JudgedAnswer[];
}

/**
 * Asks an agent's knowledge every question, then, where questions say more than their pages, the agent itself without its
 * model; on a terminal one line shows how far it is.
 *
 * @throws Refusal when there is no such agent, it knows nothing, or no vectors can be had
 */
export async function evaluateKnowledge(
  { storage, knowledge }: OpenHouse,
  { agentId, questions }: { readonly agentId: string; readonly questions: readonly EvaluationQuestion[] },
  { progress }: Pick<Output, "progress">,
): Promise<KnowledgeEvaluation> {
  const agent = await requireAgent(storage, agentId);
  const documents = await storage.knowledge.documents(agentId);
  if (documents.length === 0) {
    throw new Refusal(`Agent '${agentId}' knows no documents. First: servicechat knowledge sync ${agentId}`);
  }
  try {
    const found = await knowledge.evaluate(agent, questions, {
      onStep: ({ done, total }) => progress.show(`Searching: ${done} of ${total} `),
    });
    if (!questions.some(saysMore)) return { found };
    const answers = await judgeAnswers(questions, {
      ask: askWithoutModel(agent, { knowledge }),
      documents,
      onStep: ({ done, total }) => progress.show(`Asking: ${done} of ${total} `),
    });
    return { found, answers };
  } catch (cause) {
    throw cause instanceof EmbeddingFault ? new Refusal(cause.message, { cause }) : cause;
  } finally {
    progress.clear();
  }
}

const saysMore = ({ pages, sections, fact }: EvaluationQuestion) =>
  pages.length === 0 || sections !== undefined || fact !== undefined;
