import type { Evaluation } from "@servicechat/knowledge";
import type { AgentRecord } from "@servicechat/storage";
import {
  askWithoutModel,
  judgeAnswers,
  type JudgedAnswer,
} from "../../packages/operations/src/knowledge/ask-without-model.ts";
import { openKnowledge } from "../../packages/knowledge/test/open-knowledge.ts";
import { keepVectors, keepWordings, writeKeptVectors } from "./keep-vectors.ts";
import type { AnswerSet } from "./sets.ts";

/** The results of a set of questions. */
export interface AskedSet {
  readonly found: Evaluation;
  readonly answers: readonly JudgedAnswer[];
}

/**
 * Reads the site of a set into a separate database and asks its questions: first the knowledge, then the agent, which
 * has no model. `vectors`: passages are ranked by meaning too.
 *
 * @throws Error if passages get no vectors, or the questions name something that the site does not have
 */
export async function askSet(
  { name, sources, questions, pages }: AnswerSet,
  {
    vectors,
    onProgress = () => undefined,
  }: { readonly vectors: boolean; readonly onProgress?: (text: string) => void },
): Promise<AskedSet> {
  await using open = await openKnowledge({ wrapVectors: keepVectors, wrapWordings: keepWordings });
  const agent = answering(open.agent(sources, pages ? open.folder : "/"), { vectors });
  if (pages) await open.write(pages);
  await open.putAgent(agent, 0);
  // Empty pages of the package are skipped; the pages that questions name are checked below.
  const { embedding } = await open.knowledge.sync(agent, {
    onEmbedded({ done, total }) {
      onProgress(`${name}: ${done} of ${total} passages have a vector `);
      if (done % 300 === 0) writeKeptVectors();
    },
  });
  if (embedding?.missing) throw new Error(JSON.stringify(embedding));
  if (vectors) writeKeptVectors();

  onProgress(`${name}: asking `);
  const found = await open.knowledge.evaluate(agent, questions);
  const { unknownPages, unknownSections, unknownFacts } = found;
  const unknown = [...unknownPages, ...unknownSections, ...unknownFacts];
  if (unknown.length > 0) throw new Error(JSON.stringify(unknown));
  const documents = await open.store.documents(agent.id);
  const answers = await judgeAnswers(questions, { ask: askWithoutModel(agent, open), documents });
  if (open.warnings.length > 0) throw new Error(JSON.stringify(open.warnings));
  return { found, answers };
}

/** The agent as operators have it without a model. */
function answering(agent: AgentRecord, { vectors }: { readonly vectors: boolean }): AgentRecord {
  const { definition } = agent;
  return {
    ...agent,
    definition: {
      ...definition,
      tools: ["search_knowledge", "AskUserQuestion"],
      knowledge: { ...definition.knowledge, ...(vectors && { embeddings: { provider: "local" } }) },
    },
  };
}
