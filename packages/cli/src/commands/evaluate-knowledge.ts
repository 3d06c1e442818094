import type { EvaluationQuestion } from "@servicechat/knowledge";
import { commandLine } from "@servicechat/operations";
import type { KnowledgeEvaluation } from "@servicechat/operations";
import type { Workplace } from "../command-operations.ts";
import type { Output } from "../output/print.ts";
import { answered } from "./answered.ts";

/**
 * Asks an agent's knowledge every question; on a terminal one line shows how far it is.
 *
 * @throws CommandError when there is no such agent, it knows nothing, or no vectors can be had
 */
export async function evaluateKnowledge(
  { operations }: Pick<Workplace, "operations">,
  asked: { readonly agent: string; readonly questions: readonly EvaluationQuestion[] },
  { progress }: Pick<Output, "progress">,
): Promise<KnowledgeEvaluation> {
  try {
    const evaluation = await operations.knowledge.evaluate(commandLine, {
      ...asked,
      onSearched: ({ done, total }) => progress.show(`Searching: ${done} of ${total} `),
      onAnswered: ({ done, total }) => progress.show(`Answering: ${done} of ${total} `),
    });
    return answered(evaluation);
  } finally {
    progress.clear();
  }
}
