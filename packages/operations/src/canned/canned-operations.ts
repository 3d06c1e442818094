import { randomUUID } from "node:crypto";
import type { CannedAnswer, CannedAnswerValues } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import type { Asker, Scope } from "../access/asker.ts";
import { isInScope } from "../access/asker.ts";
import { byRole } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import { pageOfWhole, type PageRequest } from "../lists/page.ts";
import type { OperationParts } from "../operation-parts.ts";

/** Canned answers that a service keeps at most: the Inbox reads all of them. */
const maxCannedAnswers = 1_000;

/** Names a canned answer by its id. */
interface NamedAnswer {
  readonly id: string;
}

/** A canned answer that is to be made; without `agents` it is for all that the asker may see. */
type NewCannedAnswer = Pick<CannedAnswerValues, "name" | "text"> & {
  readonly agents?: CannedAnswerValues["agents"];
};

/** What is to be changed, and the revision that the asker has seen. */
type CannedAnswerChange = NamedAnswer & Partial<CannedAnswerValues> & { readonly seen?: string | undefined };

/** What can be done with the answers that people have ready. */
export const cannedOperations = {
  /** Those that are for an agent of the scope, by name. */
  list: byRole("responder", async ({ storage }, request: PageRequest, { agents }) => {
    const answers = (await storage.canned.list({ agents })).map((answer) => seenBy(agents, answer));
    return pageOfWhole("canned", answers, request, ({ name }) => [name.toLowerCase()]);
  }),

  create: byRole("responder", async (parts, { name, text, agents }: NewCannedAnswer, asker) => {
    const forAgents = agents === undefined ? asker.agents : agents;
    const refusal = findScopeRefusal(asker, forAgents);
    if (refusal) return refusal;
    const kept = await parts.storage.canned.list({ agents: null });
    if (kept.length >= maxCannedAnswers) return { kind: "canned_full" as const, most: maxCannedAnswers };
    const id = `can_${randomUUID()}`;
    const answer = { id, name, text, agents: forAgents, createdAt: parts.now() };
    const created = await parts.storage.canned.create(answer, auditOf(parts, asker, "create", id));
    return created.kind === "name_taken" ? { kind: created.kind, name } : { ...answer, revision: 1 };
  }),

  change: byRole("responder", async (parts, { id, seen, ...values }: CannedAnswerChange, asker) => {
    const answer = await parts.storage.canned.find(id);
    const refusal =
      findRefusal(asker, id, answer) ??
      (values.agents !== undefined && findScopeRefusal(asker, values.agents));
    if (refusal) return refusal;
    if (answer && seen !== undefined && seen !== "*" && seen !== String(answer.revision))
      return { kind: "revision_outdated" as const, revision: String(answer.revision) };
    const result = await parts.storage.canned.update({
      id,
      values,
      ...(seen !== undefined && seen !== "*" && { expected: Number(seen) }),
      audit: auditOf(parts, asker, "change", id),
    });
    if (result.kind === "updated") return result.answer;
    if (result.kind === "newer_revision")
      return { kind: "revision_outdated" as const, revision: String(result.revision) };
    if (result.kind === "name_taken") return { kind: result.kind, name: values.name ?? "" };
    return { kind: result.kind, id };
  }),

  remove: byRole("responder", async (parts, { id }: NamedAnswer, asker) => {
    const refusal = findRefusal(asker, id, await parts.storage.canned.find(id));
    if (refusal) return refusal;
    const isRemoved = await parts.storage.canned.remove({ id, audit: auditOf(parts, asker, "delete", id) });
    return isRemoved ? { id } : { kind: "canned_not_found" as const, id };
  }),
};

const auditOf = (parts: OperationParts, asker: Asker, done: "create" | "change" | "delete", id: string) =>
  auditLine(parts, asker, `canned.${done}`, { kind: "canned", id });

/** As somebody sees it who is limited to agents: those of others are not named. */
function seenBy(scope: Scope, answer: CannedAnswer): CannedAnswer {
  return { ...answer, agents: answer.agents && answer.agents.filter((id) => isInScope(scope, id)) };
}

/** Why an answer is not the asker's to change: it is not there for them, or others use it too. */
function findRefusal(
  { agents: scope }: Asker,
  id: string,
  answer: CannedAnswer | undefined,
): RefusedAs<"canned_not_found" | "role_needed"> | undefined {
  const isSeen = answer && (answer.agents === null || answer.agents.some((agent) => isInScope(scope, agent)));
  if (!isSeen) return { kind: "canned_not_found", id };
  const isTheirs = scope === null || answer.agents?.every((agent) => isInScope(scope, agent)) === true;
  return isTheirs ? undefined : { kind: "role_needed", role: "owner" };
}

/** Anyone who is limited to agents writes for these alone. */
function findScopeRefusal(
  { agents: scope }: Asker,
  agents: Scope,
): RefusedAs<"agent_not_found" | "role_needed"> | undefined {
  if (scope === null) return undefined;
  if (agents === null) return { kind: "role_needed", role: "owner" };
  const foreign = agents.find((agent) => !scope.includes(agent));
  return foreign === undefined ? undefined : { kind: "agent_not_found", id: foreign, known: [...scope] };
}
