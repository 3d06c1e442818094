import { answersFrom, type AnswerDraft } from "@servicechat/knowledge";
import type { AgentRecord } from "@servicechat/storage";
import type { OperationContext } from "../operation-context.ts";

/** The result of an answer for one question. */
export interface TriedQuestion {
  readonly question: string;
  /** Whether the agent would answer with it. */
  readonly answered: boolean;
  /** Its place among what the agent finds, from 1; `null` where it is not among it. */
  readonly place: number | null;
  readonly score: number;
  /** It would be given word for word, whatever the model. */
  readonly verbatim: boolean;
  /** The agent's answer without its model. */
  readonly says: string;
}

/**
 * Asks an agent's questions without its model, as if an answer were already saved, and stops once nobody is waiting.
 */
export async function tryAnswer(
  { knowledge }: Pick<OperationContext, "knowledge">,
  agent: AgentRecord,
  draft: AnswerDraft,
  questions: readonly string[],
  signal?: AbortSignal,
): Promise<readonly TriedQuestion[]> {
  // Agents take long to load: no other operation waits for them.
  const { askWithoutModel } = await import("../knowledge/ask-without-model.ts");
  const tried: TriedQuestion[] = [];
  for (const question of questions) {
    if (signal?.aborted) break;
    let found: Awaited<ReturnType<typeof knowledge.search>> | undefined;
    const ask = askWithoutModel(agent, {
      knowledge: {
        async search(agentId, query, limit) {
          const passages = await knowledge.search(agentId, query, limit, { draft });
          found ??= passages;
          return passages;
        },
      },
    });
    const { text, unsure, options } = await ask(question, new AbortController().signal);
    const at = found?.findIndex(({ approved }) => approved?.id === draft.id) ?? -1;
    const own = found?.[at];
    const score = own?.score ?? 0;
    tried.push({
      question,
      answered: at === 0 && score >= answersFrom && unsure !== true && options.length === 0,
      place: at < 0 ? null : at + 1,
      score,
      verbatim: at === 0 && own?.approved?.verbatim === true,
      says: text,
    });
  }
  return tried;
}
