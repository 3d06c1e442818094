import { randomUUID } from "node:crypto";
import type { CannedAnswer, CannedAnswerValues } from "@servicechat/storage";
import { auditLine } from "../access/audit.ts";
import { isInScope } from "../access/actor.ts";
import type { Actor, Scope } from "../access/actor.ts";
import { byRole, findUnknownAgent, noSuchAgent } from "../access/operation.ts";
import type { WithId } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import { pageOfWhole } from "../paging.ts";
import type { PageRequest } from "../paging.ts";
import type { OperationContext } from "../operation-context.ts";

/** Maximum number of canned answers of a service: the Inbox reads all of them. */
const maxCannedAnswers = 1_000;

/** A canned answer to create; without `agents` it is for all that the actor may see. */
type NewCannedAnswer = Pick<CannedAnswerValues, "name" | "text"> & {
  readonly agents?: CannedAnswerValues["agents"];
};

/** The change, and the revision that the actor has seen. */
type CannedAnswerChange = WithId & Partial<CannedAnswerValues> & { readonly seen?: string | undefined };

/** Operations on canned answers. */
export const cannedAnswerOperations = {
  /** Those that are for an agent of the scope, by name. */
  list: byRole("responder", async ({ storage }, request: PageRequest, { agents }) => {
    const answers = (await storage.cannedAnswers.list({ agents })).map((answer) => seenBy(agents, answer));
    return pageOfWhole("canned", answers, request, ({ name }) => [name.toLowerCase()]);
  }),

  create: byRole("responder", async (context, { name, text, agents }: NewCannedAnswer, actor) => {
    const forAgents = agents === undefined ? actor.agents : agents;
    const refusal = await findScopeRefusal(context, actor, forAgents);
    if (refusal) return refusal;
    const kept = await context.storage.cannedAnswers.list({ agents: null });
    if (kept.length >= maxCannedAnswers) return { kind: "canned_full" as const, most: maxCannedAnswers };
    const id = `can_${randomUUID()}`;
    const answer = { id, name, text, agents: forAgents, createdAt: context.now() };
    const created = await context.storage.cannedAnswers.create(
      answer,
      auditOf(context, actor, "create", answer),
    );
    return created.kind === "name_taken" ? { kind: created.kind, name } : { ...answer, revision: 1 };
  }),

  change: byRole("responder", async (context, { id, seen, ...values }: CannedAnswerChange, actor) => {
    const answer = await context.storage.cannedAnswers.find(id);
    const refusal =
      findRefusal(actor, id, answer) ??
      (values.agents !== undefined &&
        (await findScopeRefusal(context, actor, values.agents, answer?.agents)));
    if (refusal) return refusal;
    if (answer && seen !== undefined && seen !== "*" && seen !== String(answer.revision))
      return { kind: "precondition_failed" as const, revision: String(answer.revision) };
    const result = await context.storage.cannedAnswers.update({
      id,
      values,
      ...(seen !== undefined && seen !== "*" && { expected: Number(seen) }),
      audit: auditOf(context, actor, "change", { id, name: values.name ?? answer?.name }),
    });
    if (result.kind === "updated") return result.answer;
    if (result.kind === "newer_revision")
      return { kind: "precondition_failed" as const, revision: String(result.revision) };
    if (result.kind === "name_taken") return { kind: result.kind, name: values.name ?? "" };
    return { kind: result.kind, id };
  }),

  remove: byRole("responder", async (context, { id }: WithId, actor) => {
    const answer = await context.storage.cannedAnswers.find(id);
    const refusal = findRefusal(actor, id, answer);
    if (refusal) return refusal;
    const isRemoved = await context.storage.cannedAnswers.remove({
      id,
      audit: auditOf(context, actor, "delete", { id, name: answer?.name }),
    });
    return isRemoved ? { id } : { kind: "canned_not_found" as const, id };
  }),
};

function auditOf(
  context: OperationContext,
  actor: Actor,
  done: "create" | "change" | "delete",
  { id, name }: { readonly id: string; readonly name: string | undefined },
) {
  const on = { kind: "canned", id, name };
  return auditLine(context, actor, `canned.${done}`, on);
}

/** The answer as a person who is limited to some agents sees it: other agents are not named. */
function seenBy(scope: Scope, answer: CannedAnswer): CannedAnswer {
  return { ...answer, agents: answer.agents && answer.agents.filter((id) => isInScope(scope, id)) };
}

/** Why the actor may not change an answer: it is outside their scope, or is shared with agents that are. */
function findRefusal(
  { agents: scope }: Actor,
  id: string,
  answer: CannedAnswer | undefined,
): RefusedAs<"canned_not_found" | "role_needed"> | undefined {
  const isSeen = answer && (answer.agents === null || answer.agents.some((agent) => isInScope(scope, agent)));
  if (!isSeen) return { kind: "canned_not_found", id };
  const isTheirs = scope === null || answer.agents?.every((agent) => isInScope(scope, agent)) === true;
  return isTheirs ? undefined : { kind: "role_needed", role: "owner" };
}

/** A person who is limited to agents writes for these alone, and no one can write for an agent that does not exist. */
async function findScopeRefusal(
  context: OperationContext,
  { agents: scope }: Actor,
  agents: Scope,
  before: Scope = null,
): Promise<RefusedAs<"agent_not_found" | "role_needed"> | undefined> {
  if (agents === null) return scope === null ? undefined : { kind: "role_needed", role: "owner" };
  const foreign = agents.find((agent) => !isInScope(scope, agent));
  const missing = foreign ?? (await findUnknownAgent(context, agents, before));
  return missing === undefined ? undefined : noSuchAgent(context, missing, scope);
}
