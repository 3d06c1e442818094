import { randomUUID } from "node:crypto";
import type { ApprovedAnswer, ApprovedAnswerValues, AgentRecord } from "@servicechat/storage";
import { answersFrom } from "@servicechat/knowledge";
import type { AnswerDraft } from "@servicechat/knowledge";
import { auditLine } from "../access/audit.ts";
import type { Actor } from "../access/actor.ts";
import { byRole, onAgent } from "../access/operation.ts";
import type { WithId } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import { checkGaps } from "../gaps/check-gaps.ts";
import { pageOfWhole } from "../paging.ts";
import type { PageRequest } from "../paging.ts";
import type { OperationContext } from "../operation-context.ts";

/** An answer to create. By default the actor is its `owner`. */
type NewAnswer = Pick<ApprovedAnswerValues, "text" | "questions"> &
  Partial<ApprovedAnswerValues> & {
    readonly agent: string;
    /** The gap that it answers. */
    readonly gap?: string;
  };

/** The change, and the revision that the actor has seen. */
type AnswerChange = WithId &
  Partial<ApprovedAnswerValues> & { readonly gap?: string; readonly seen?: string | undefined };

/** An unsaved answer, with the questions to try it on. */
type TriedDraft = Pick<NewAnswer, "agent" | "text" | "questions" | "verbatim" | "gap"> & {
  /** The answer that it would replace. */
  readonly answer?: string;
  /** Aborted when the caller no longer waits. */
  readonly signal?: AbortSignal;
};

/** Wordings of a gap that an answer is tried on. */
const maxWordings = 50;

/** Maximum number of approved answers of an agent: every visitor's message is compared with all of them. */
const maxAnswers = 1_000;

const scopeOf = ({ agents }: Actor) => ({ agents });

/** Operations on approved answers. */
export const approvedAnswerOperations = {
  /** Those of agents in the scope, the one that was changed last first. `due`: those whose review date has come. */
  list: byRole(
    "viewer",
    async (
      { storage, now },
      { agent, due, ...request }: PageRequest & { readonly agent?: string; readonly due?: boolean },
      actor,
    ) => {
      const all = await storage.approvedAnswers.list({
        scope: scopeOf(actor),
        ...(agent !== undefined && { agentId: agent }),
      });
      const today = new Date(now()).toISOString().slice(0, 10);
      const isDue = ({ reviewOn }: ApprovedAnswer) => reviewOn !== null && reviewOn <= today;
      const some = due === undefined ? all : all.filter((answer) => isDue(answer) === due);
      return pageOfWhole("answers", some, request, ({ changedAt, id }) => [-changedAt, id]);
    },
  ),

  read: byRole("viewer", find),

  /** Creates one. If it is for a gap, the gap's questions are asked again at once. */
  create: onAgent("responder", async (context, agent, { gap, ...given }: NewAnswer, actor) => {
    const refusal = await findGapRefusal(context, actor, agent.id, gap);
    if (refusal) return refusal;
    const kept = await context.storage.approvedAnswers.list({ scope: { agents: null }, agentId: agent.id });
    if (kept.length >= maxAnswers) return { kind: "answers_full" as const, most: maxAnswers };
    const id = `ans_${randomUUID()}`;
    const { text, questions, verbatim = false, owner = personOf(actor), reviewOn = null } = given;
    const values = { text, questions, verbatim, owner, reviewOn };
    const made = await context.storage.approvedAnswers.create(
      { id, agentId: agent.id, ...values, createdAt: context.now(), changedBy: actor.name ?? null },
      auditLine(context, actor, "answer.create", { kind: "answer", id }),
    );
    await noteAnswered(context, actor, gap);
    return made;
  }),

  change: byRole("responder", async (context, { id, seen, gap, ...values }: AnswerChange, actor) => {
    const answer = await find(context, { id }, actor);
    if ("kind" in answer) return answer;
    const refusal = await findGapRefusal(context, actor, answer.agentId, gap);
    if (refusal) return refusal;
    if (seen !== undefined && seen !== "*" && seen !== String(answer.revision))
      return { kind: "precondition_failed" as const, revision: String(answer.revision) };
    const result = await context.storage.approvedAnswers.update({
      id,
      values,
      ...(seen !== undefined && seen !== "*" && { expected: Number(seen) }),
      by: actor.name ?? null,
      at: context.now(),
      audit: auditLine(context, actor, "answer.change", { kind: "answer", id }),
    });
    if (result.kind === "newer_revision")
      return { kind: "precondition_failed" as const, revision: String(result.revision) };
    if (result.kind === "answer_not_found") return { kind: result.kind, id };
    await noteAnswered(context, actor, gap);
    return result.answer;
  }),

  remove: byRole("responder", async (context, { id }: WithId, actor) => {
    const answer = await find(context, { id }, actor);
    if ("kind" in answer) return answer;
    const audit = auditLine(context, actor, "answer.delete", { kind: "answer", id });
    const isRemoved = await context.storage.approvedAnswers.remove({ id, audit });
    return isRemoved ? { id } : { kind: "answer_not_found" as const, id };
  }),

  /** The result of an answer for its questions, and for all wordings of a gap, before it is saved. */
  try: onAgent(
    "responder",
    async (context, agent, { gap, answer: id = "ans_draft", signal, ...draft }: TriedDraft, actor) => {
      const refusal = await findGapRefusal(context, actor, agent.id, gap);
      if (refusal) return refusal;
      const { text, questions, verbatim = false } = draft;
      const asked =
        gap === undefined ? [] : await context.storage.gaps.questions({ id: gap, limit: maxWordings });
      const all = new Set([...questions, ...asked.map(({ question }) => question)]);
      return { tried: await tryAnswer(context, agent, { id, text, questions, verbatim }, [...all], signal) };
    },
  ),
};

async function find(
  { storage }: Pick<OperationContext, "storage">,
  { id }: WithId,
  actor: Actor,
): Promise<ApprovedAnswer | RefusedAs<"answer_not_found">> {
  const answer = await storage.approvedAnswers.find({ scope: scopeOf(actor), id });
  return answer ?? { kind: "answer_not_found", id };
}

/** The owner of an answer is the person who wrote it; a token or a command cannot be one. */
const personOf = ({ kind, name }: Actor): string | null => (kind === "operator" ? (name ?? null) : null);

async function findGapRefusal(
  { storage }: Pick<OperationContext, "storage">,
  actor: Actor,
  agentId: string,
  id: string | undefined,
): Promise<RefusedAs<"gap_not_found"> | undefined> {
  if (id === undefined) return undefined;
  const gap = await storage.gaps.find({ scope: scopeOf(actor), id });
  return gap?.agentId === agentId ? undefined : { kind: "gap_not_found", id };
}

/** A gap that has an answer waits for proof, which asking its questions again may give at once. */
async function noteAnswered(context: OperationContext, actor: Actor, gap: string | undefined): Promise<void> {
  if (gap === undefined) return;
  await context.storage.gaps.change({
    id: gap,
    from: ["open", "reopened"],
    to: "answered",
    ...(actor.name !== undefined && { by: actor.name }),
    at: context.now(),
  });
  // The answer stays saved either way; the background task for gaps meets the same failure, and logs it.
  await checkGaps(context, { gap }).catch(() => undefined);
}

/** The result of an answer for one question. */
export interface TriedQuestion {
  readonly question: string;
  /** Whether the agent would answer with it. */
  readonly answered: boolean;
  /** Its rank among the passages that the agent finds, from 1; `null` if it is not among them. */
  readonly place: number | null;
  readonly score: number;
  /** Whether it would be given word for word, whatever the model. */
  readonly verbatim: boolean;
  /** The agent's answer without its model. */
  readonly says: string;
}

/**
 * Asks an agent's questions without its model, as if an answer were already saved, and stops once the caller no longer waits.
 */
async function tryAnswer(
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
