import type { EvaluationQuestion } from "@servicechat/knowledge";
import { commandLine } from "@servicechat/operations";
import type { KnowledgeEvaluation } from "@servicechat/operations";
import type { Workplace } from "../command-operations.ts";
import type { Output } from "../output/print.ts";
import { resultOrThrow } from "./result-or-throw.ts";

/**
 * Asks an agent's knowledge every question; on a terminal, one line shows the progress.
 *
 * @throws CommandError if there is no such agent, it has no knowledge, or vectors cannot be computed
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
    return resultOrThrow(evaluation);
  } finally {
    progress.clear();
  }
}
