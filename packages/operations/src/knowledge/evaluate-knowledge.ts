import { EmbeddingError, withApproved } from "@servicechat/knowledge";
import type { Evaluation, EvaluationQuestion } from "@servicechat/knowledge";
import type { AgentRecord } from "@servicechat/storage";
import type { RefusedAs } from "../access/refused.ts";
import type { OperationContext } from "../operation-context.ts";
import type { JudgedAnswer } from "./judge-answers.ts";

/** The result of an evaluation; `answers` only if a question has an expected answer. */
export interface KnowledgeEvaluation {
  readonly found: Evaluation;
  readonly answers?: readonly JudgedAnswer[];
}

type OnStep = (step: { readonly done: number; readonly total: number }) => void;

/** Receives the progress of an evaluation: first the searches, then the answers. */
export interface EvaluationSteps {
  readonly onSearched?: OnStep;
  readonly onAnswered?: OnStep;
}

/**
 * Asks an agent's knowledge every question, then, where questions say more than their pages, the agent itself without its
 * model.
 */
export async function evaluateKnowledge(
  { storage, knowledge }: OperationContext,
  agent: AgentRecord,
  {
    questions,
    onSearched = () => undefined,
    onAnswered = () => undefined,
  }: EvaluationSteps & { readonly questions: readonly EvaluationQuestion[] },
): Promise<KnowledgeEvaluation | RefusedAs<"knowledge_empty" | "embedding_failed">> {
  const documents = await storage.knowledge.documents(agent.id);
  if (documents.length === 0) return { kind: "knowledge_empty", agentId: agent.id };
  try {
    const found = await knowledge.evaluate(agent, questions, { onStep: onSearched });
    if (!questions.some(saysMore)) return { found };
    // Agents take long to load: no other operation waits for them.
    const { askWithoutModel } = await import("./ask-without-model.ts");
    const { judgeAnswers } = await import("./judge-answers.ts");
    const ask = askWithoutModel(agent, { knowledge });
    const approved = withApproved(
      questions,
      await storage.approvedAnswers.list({ scope: { agents: [agent.id] } }),
    );
    const known = [...documents, ...approved.documents];
    const answers = await judgeAnswers(approved.questions, { ask, documents: known, onStep: onAnswered });
    return { found, answers };
  } catch (cause) {
    if (cause instanceof EmbeddingError) return { kind: "embedding_failed", reason: cause.message };
    throw cause;
  }
}

const saysMore = ({ pages, sections, fact }: EvaluationQuestion) =>
  pages.length === 0 || sections !== undefined || fact !== undefined;
