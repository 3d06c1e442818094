import { EmbeddingError, withApproved } from "@servicechat/knowledge";
import type {
  Evaluation,
  EvaluationQuestion,
  Knowledge,
  SyncOptions,
  WebSource,
} from "@servicechat/knowledge";
import type { AgentRecord } from "@servicechat/storage";
import { byRole, onAgent } from "../access/operation.ts";
import type { WithAgent } from "../access/operation.ts";
import { checkGaps, pauseOfChecksMs } from "../gaps/check-gaps.ts";
import { pageOfWhole } from "../paging.ts";
import type { PageRequest } from "../paging.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { OperationContext } from "../operation-context.ts";
import { knowledgeItems, readSyncProgress, type KnowledgeItem } from "./sync-progress.ts";
import type { JudgedAnswer } from "./ask-without-model.ts";

/** Operations on agents' knowledge. */
export const knowledgeOperations = {
  /** What an agent knows, and what it was to read and could not. */
  list: onAgent("viewer", async (context, { id }, request: WithAgent & PageRequest & KnowledgeFilter) => {
    const items = (await knowledgeItems(context, id)).filter(passes(request));
    return pageOfWhole("documents", items, request, ({ location }) => [location]);
  }),

  /** Visits a website as a reading would, and stores nothing. */
  preview: byRole(
    "editor",
    (
      { knowledge },
      { source, ...options }: { readonly source: WebSource } & Parameters<Knowledge["preview"]>[1],
    ) => knowledge.preview(source, options),
  ),

  /** How far the reading of an agent's sources is. */
  progress: onAgent("viewer", (context, agent, _input: WithAgent) => readSyncProgress(context, agent)),

  /** Ends the reading of an agent's sources, on whatever node. What is read stays. */
  stop: onAgent("editor", async (context, agent, _input: WithAgent) => {
    await context.storage.syncs.stop({ agentId: agent.id, at: context.now() });
    return readSyncProgress(context, agent);
  }),

  /** Reads changes in an agent's sources and removes what is gone. Anything that cannot be read is reported. */
  sync: onAgent(
    "editor",
    async (
      parts,
      agent,
      { onStep, onEmbedded, signal }: WithAgent & Pick<SyncOptions, "onStep" | "onEmbedded" | "signal">,
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

  /** What came out of a source, in order; nothing if the agent has no such source. */
  passages: onAgent("viewer", async ({ storage }, { id }, input: WithAgent & { readonly source: string }) => {
    const documents = await storage.knowledge.documents(id);
    const isOwn = documents.some((document) => document.id === input.source);
    return { items: isOwn ? await storage.knowledge.passages(input.source) : [] };
  }),

  /** The passages that an agent finds for a question, the best first. */
  search: onAgent(
    "viewer",
    async ({ knowledge }, { id }, input: WithAgent & { readonly query: string; readonly limit: number }) => ({
      passages: await knowledge.search(id, input.query, input.limit, { isPatient: true }),
    }),
  ),

  /** How often an agent finds and gives the answers to a list of questions. */
  evaluate: onAgent(
    "editor",
    (
      parts,
      agent,
      input: WithAgent & EvaluationSteps & { readonly questions: readonly EvaluationQuestion[] },
    ) => evaluateKnowledge(parts, agent, input),
  ),
};

/** What of an agent's knowledge is listed; without any of it, all. */
interface KnowledgeFilter {
  /** Part of the title, the location or the address. */
  readonly q?: string | undefined;
  readonly state?: readonly KnowledgeItem["state"][] | undefined;
  readonly kind?: readonly KnowledgeItem["kind"][] | undefined;
}

function passes({ q, state, kind }: KnowledgeFilter): (item: KnowledgeItem) => boolean {
  const part = q?.toLowerCase();
  return (item) =>
    (state === undefined || state.includes(item.state)) &&
    (kind === undefined || kind.includes(item.kind)) &&
    (part === undefined ||
      [item.title, item.location, item.url ?? ""].some((text) => text.toLowerCase().includes(part)));
}

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
async function evaluateKnowledge(
  { storage, knowledge }: OperationContext,
  agent: AgentRecord,
  {
    questions,
    onSearched = () => undefined,
    onAnswered = () => undefined,
  }: EvaluationSteps & { readonly questions: readonly EvaluationQuestion[] },
): Promise<KnowledgeEvaluation | RefusedAs<"input_invalid">> {
  const documents = await storage.knowledge.documents(agent.id);
  if (documents.length === 0) {
    const sentence = `Agent '${agent.id}' has no documents. First run: servicechat knowledge sync ${agent.id}`;
    return { kind: "input_invalid", reason: "The agent has no documents.", sentence };
  }
  try {
    const found = await knowledge.evaluate(agent, questions, { onStep: onSearched });
    if (!questions.some(saysMore)) return { found };
    // Agents take long to load: no other operation waits for them.
    const { askWithoutModel } = await import("./ask-without-model.ts");
    const { judgeAnswers } = await import("./ask-without-model.ts");
    const ask = askWithoutModel(agent, { knowledge });
    const approved = withApproved(
      questions,
      await storage.approvedAnswers.list({ scope: { agents: [agent.id] } }),
    );
    const known = [...documents, ...approved.documents];
    const answers = await judgeAnswers(approved.questions, { ask, documents: known, onStep: onAnswered });
    return { found, answers };
  } catch (cause) {
    if (cause instanceof EmbeddingError) return { kind: "input_invalid", reason: cause.message };
    throw cause;
  }
}

const saysMore = ({ pages, sections, fact }: EvaluationQuestion) =>
  pages.length === 0 || sections !== undefined || fact !== undefined;
