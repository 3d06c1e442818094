import { onAgent } from "../access/operation.ts";
import type { EvaluationQuestion, SyncOptions } from "@servicechat/knowledge";
import { checkGaps, pauseOfChecksMs } from "../gaps/check-gaps.ts";
import { pageOfWhole } from "../paging/page.ts";
import type { PageRequest } from "../paging/page.ts";
import { evaluateKnowledge } from "./evaluate-knowledge.ts";
import type { EvaluationSteps } from "./evaluate-knowledge.ts";

/** Names an agent by its id. */
interface NamedAgent {
  readonly agent: string;
}

/** Operations on agents' knowledge. */
export const knowledgeOperations = {
  /** The documents and pages that an agent knows. */
  list: onAgent("viewer", async ({ storage }, { id }, request: NamedAgent & PageRequest) => {
    const documents = await storage.knowledge.documents(id);
    return pageOfWhole("documents", documents, request, ({ location }) => [location]);
  }),

  /** Reads changes in an agent's sources and removes what is gone. Anything that cannot be read is reported. */
  sync: onAgent(
    "editor",
    async (
      parts,
      agent,
      { onStep, onEmbedded, signal }: NamedAgent & Pick<SyncOptions, "onStep" | "onEmbedded" | "signal">,
      { kind },
    ) => {
      const report = await parts.knowledge.sync(agent, {
        ...(onStep && { onStep }),
        ...(onEmbedded && { onEmbedded }),
        ...(signal && { signal }),
      });
      // A running service does this automatically within seconds; a command may be alone.
      const pauseMs = kind === "command_line" ? 0 : pauseOfChecksMs;
      const check = { agent: agent.id, pauseMs, ...(signal && { signal }) };
      await checkGaps(parts, check).catch(() => signal?.throwIfAborted());
      return report;
    },
  ),

  /** The passages that an agent finds for a question, the best first. */
  search: onAgent(
    "viewer",
    async (
      { knowledge },
      { id },
      input: NamedAgent & { readonly query: string; readonly limit: number },
    ) => ({
      passages: await knowledge.search(id, input.query, input.limit),
    }),
  ),

  /** How often an agent finds and gives the answers to a list of questions. */
  evaluate: onAgent(
    "editor",
    (
      parts,
      agent,
      input: NamedAgent & EvaluationSteps & { readonly questions: readonly EvaluationQuestion[] },
    ) => evaluateKnowledge(parts, agent, input),
  ),
};
