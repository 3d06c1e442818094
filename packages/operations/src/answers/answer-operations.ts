import { randomUUID } from "node:crypto";
import type { ApprovedAnswer, ApprovedAnswerValues } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import type { Asker } from "../access/asker.ts";
import { byRole, onAgent } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import { checkGaps } from "../gaps/check-gaps.ts";
import { pageOfWhole, type PageRequest } from "../lists/page.ts";
import type { OperationParts } from "../operation-parts.ts";
import { tryAnswer } from "./try-answer.ts";

/** Names an approved answer by its id. */
interface NamedAnswer {
  readonly id: string;
}

/** An answer that is to be made. Without `owner` it is the asker's. */
type NewAnswer = Pick<ApprovedAnswerValues, "text" | "questions"> &
  Partial<ApprovedAnswerValues> & {
    readonly agent: string;
    /** The gap that it answers. */
    readonly gap?: string;
  };

/** What is to be changed, and the revision that the asker has seen. */
type AnswerChange = NamedAnswer &
  Partial<ApprovedAnswerValues> & { readonly gap?: string; readonly seen?: string | undefined };

/** An answer as it would be, with what it is tried on. */
type TriedDraft = Pick<NewAnswer, "agent" | "text" | "questions" | "verbatim" | "gap"> & {
  /** The answer that it would replace. */
  readonly answer?: string;
  /** Aborted when nobody waits for it any longer. */
  readonly signal?: AbortSignal;
};

/** Wordings of a gap that an answer is tried on. */
const maxWordings = 50;

/** Approved answers that an agent has at most: every message of a visitor is compared with all of them. */
const maxAnswers = 1_000;

const scopeOf = ({ agents }: Asker) => ({ agents });

/** What can be done with approved answers. */
export const answerOperations = {
  /** Those of agents in the scope, the one that was changed last first. `due`: those whose review date has come. */
  list: byRole(
    "viewer",
    async (
      { storage, now },
      { agent, due, ...request }: PageRequest & { readonly agent?: string; readonly due?: boolean },
      asker,
    ) => {
      const all = await storage.answers.list({
        scope: scopeOf(asker),
        ...(agent !== undefined && { agentId: agent }),
      });
      const today = new Date(now()).toISOString().slice(0, 10);
      const isDue = ({ reviewOn }: ApprovedAnswer) => reviewOn !== null && reviewOn <= today;
      const some = due === undefined ? all : all.filter((answer) => isDue(answer) === due);
      return pageOfWhole("answers", some, request, ({ changedAt, id }) => [-changedAt, id]);
    },
  ),

  read: byRole("viewer", find),

  /** Makes one. Of a gap that it is for, the questions are asked again at once. */
  create: onAgent("responder", async (parts, agent, { gap, ...given }: NewAnswer, asker) => {
    const refusal = await findGapRefusal(parts, asker, agent.id, gap);
    if (refusal) return refusal;
    const kept = await parts.storage.answers.list({ scope: { agents: null }, agentId: agent.id });
    if (kept.length >= maxAnswers) return { kind: "answers_full" as const, most: maxAnswers };
    const id = `ans_${randomUUID()}`;
    const { text, questions, verbatim = false, owner = personOf(asker), reviewOn = null } = given;
    const values = { text, questions, verbatim, owner, reviewOn };
    const made = await parts.storage.answers.create(
      { id, agentId: agent.id, ...values, createdAt: parts.now(), changedBy: asker.name ?? null },
      auditLine(parts, asker, "answer.create", { kind: "answer", id }),
    );
    await noteAnswered(parts, asker, gap);
    return made;
  }),

  change: byRole("responder", async (parts, { id, seen, gap, ...values }: AnswerChange, asker) => {
    const answer = await find(parts, { id }, asker);
    if ("kind" in answer) return answer;
    const refusal = await findGapRefusal(parts, asker, answer.agentId, gap);
    if (refusal) return refusal;
    if (seen !== undefined && seen !== "*" && seen !== String(answer.revision))
      return { kind: "revision_outdated" as const, revision: String(answer.revision) };
    const result = await parts.storage.answers.update({
      id,
      values,
      ...(seen !== undefined && seen !== "*" && { expected: Number(seen) }),
      by: asker.name ?? null,
      at: parts.now(),
      audit: auditLine(parts, asker, "answer.change", { kind: "answer", id }),
    });
    if (result.kind === "newer_revision")
      return { kind: "revision_outdated" as const, revision: String(result.revision) };
    if (result.kind === "answer_not_found") return { kind: result.kind, id };
    await noteAnswered(parts, asker, gap);
    return result.answer;
  }),

  remove: byRole("responder", async (parts, { id }: NamedAnswer, asker) => {
    const answer = await find(parts, { id }, asker);
    if ("kind" in answer) return answer;
    const audit = auditLine(parts, asker, "answer.delete", { kind: "answer", id });
    const isRemoved = await parts.storage.answers.remove({ id, audit });
    return isRemoved ? { id } : { kind: "answer_not_found" as const, id };
  }),

  /** What an answer would do for its questions, and for all wordings of a gap, before it is kept. */
  try: onAgent(
    "responder",
    async (parts, agent, { gap, answer: id = "ans_draft", signal, ...draft }: TriedDraft, asker) => {
      const refusal = await findGapRefusal(parts, asker, agent.id, gap);
      if (refusal) return refusal;
      const { text, questions, verbatim = false } = draft;
      const asked =
        gap === undefined ? [] : await parts.storage.gaps.questions({ id: gap, limit: maxWordings });
      const all = new Set([...questions, ...asked.map(({ question }) => question)]);
      return { tried: await tryAnswer(parts, agent, { id, text, questions, verbatim }, [...all], signal) };
    },
  ),
};

async function find(
  { storage }: Pick<OperationParts, "storage">,
  { id }: NamedAnswer,
  asker: Asker,
): Promise<ApprovedAnswer | RefusedAs<"answer_not_found">> {
  const answer = await storage.answers.find({ scope: scopeOf(asker), id });
  return answer ?? { kind: "answer_not_found", id };
}

/** A person looks after what they wrote; a token or a command is nobody. */
const personOf = ({ kind, name }: Asker): string | null => (kind === "operator" ? (name ?? null) : null);

async function findGapRefusal(
  { storage }: Pick<OperationParts, "storage">,
  asker: Asker,
  agentId: string,
  id: string | undefined,
): Promise<RefusedAs<"gap_not_found"> | undefined> {
  if (id === undefined) return undefined;
  const gap = await storage.gaps.find({ scope: scopeOf(asker), id });
  return gap?.agentId === agentId ? undefined : { kind: "gap_not_found", id };
}

/** A gap that has an answer waits for proof, which asking its questions again may give at once. */
async function noteAnswered(parts: OperationParts, asker: Asker, gap: string | undefined): Promise<void> {
  if (gap === undefined) return;
  await parts.storage.gaps.change({
    id: gap,
    from: ["open", "reopened"],
    to: "answered",
    ...(asker.name !== undefined && { by: asker.name }),
    at: parts.now(),
  });
  // The answer is kept whatever becomes of it; a failure is met again, and logged, where gaps are kept up to date.
  await checkGaps(parts, { gap }).catch(() => undefined);
}
