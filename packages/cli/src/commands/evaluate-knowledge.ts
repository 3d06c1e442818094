import { EmbeddingFault } from "@servicechat/knowledge";
import type { Evaluation, EvaluationQuestion, RankingResult } from "@servicechat/knowledge";
import { requireAgent } from "../command-parts.ts";
import type { OpenHouse } from "../open-house.ts";
import type { Output } from "../print.ts";
import { Refusal } from "../refusal.ts";

/**
 * Asks an agent's knowledge every question; on a terminal one line shows how far it is.
 *
 * @throws Refusal when there is no such agent, it knows nothing, or no vectors can be had
 */
export async function evaluateKnowledge(
  { storage, knowledge }: OpenHouse,
  { agentId, questions }: { readonly agentId: string; readonly questions: readonly EvaluationQuestion[] },
  { progress }: Pick<Output, "progress">,
): Promise<Evaluation> {
  const agent = await requireAgent(storage, agentId);
  if ((await storage.knowledge.documents(agentId)).length === 0) {
    throw new Refusal(`Agent '${agentId}' knows no documents. First: servicechat knowledge sync ${agentId}`);
  }
  try {
    return await knowledge.evaluate(agent, questions, {
      onStep: ({ done, total }) => progress.show(`Asking: ${done} of ${total} `),
    });
  } catch (cause) {
    throw cause instanceof EmbeddingFault ? new Refusal(cause.message, { cause }) : cause;
  } finally {
    progress.clear();
  }
}

/** A row for each ranking; `verbose`: also the questions that found no right page among the first five. */
export function printEvaluation(
  output: Output,
  { questions, unknownPages, rankings }: Evaluation,
  { verbose }: { readonly verbose: boolean },
): void {
  for (const { question, page } of unknownPages) {
    output.note(`The agent knows no page '${page}', which is to answer: ${question}`);
  }
  output.table(
    ["ranking", "recall@1", "recall@3", "recall@5", "recall@10", "MRR"],
    rankings.map(({ ranking, recall, meanReciprocalRank }) => [
      ranking,
      ...[recall[1], recall[3], recall[5], recall[10], meanReciprocalRank].map((share) => share.toFixed(3)),
    ]),
    "",
  );
  output.line(`\n${questions} questions. recall@5: the share with a right page among the first 5.`);
  if (verbose) for (const result of rankings) printMisses(output, result);
}

function printMisses(output: Output, { ranking, answers }: RankingResult): void {
  const misses = answers.filter(({ place }) => place === null || place > 5);
  output.line(
    `\n${ranking}: ${misses.length === 0 ? "every question found its page." : "not among the first 5"}`,
  );
  for (const { question, place, found } of misses) {
    output.line(`  ${question}  (${place === null ? "not among the first 10" : `place ${place}`})`);
    for (const page of found.slice(0, 5)) output.line(`    ${page}`);
  }
}
