import { randomUUID } from "node:crypto";
import type { OperatorRecord } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import { byRole } from "../access/operation.ts";
import type { Actor, Role, Scope } from "../access/actor.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { OperationContext } from "../operation-context.ts";
import { findPersonRefusal } from "./find-person-refusal.ts";
import { linkMs, newSignInLink } from "./sign-in-link.ts";
import type { SignInLink } from "./sign-in-link.ts";

/** Whom a link is for. */
interface LinkRequest {
  /** A name; absent only while nobody is there. */
  readonly operator?: string | undefined;
  /** Of a person who is not there yet. */
  readonly role?: Role | undefined;
  readonly agents?: Scope | undefined;
}

/** A link, and whom it signs in. */
interface PersonalLink extends SignInLink {
  readonly operator: string;
  readonly role: Role;
}

type LinkRefusal = RefusedAs<
  "role_missing" | "operator_unnamed" | "role_differs" | "name_taken" | "person_invalid"
>;

/**
 * Creates a link that signs a person in once. If there is no person of that name, it creates one: the first one is an
 * owner.
 */
export const linkOperation = byRole("owner", async (context, request: LinkRequest, actor) => {
  const { operators } = context.storage;
  const found = request.operator === undefined ? undefined : await operators.findByName(request.operator);
  if (found) return linkFor(context, found, request, actor);
  const isFirst = (await operators.list({ limit: 1 })).items.length === 0;
  return isFirst ? createFirst(context, request, actor) : createPerson(context, request, actor);
});

async function linkFor(
  context: OperationContext,
  { id, name, role, agents }: OperatorRecord,
  request: LinkRequest,
  actor: Actor,
): Promise<PersonalLink | LinkRefusal> {
  if (request.role !== undefined && request.role !== role) return { kind: "role_differs", name, role };
  if (request.agents && !isSameScope(request.agents, agents)) return agentsDiffer(agents);
  const { stored, ...link } = newSignInLink(context, linkMs.printed);
  const audit = auditLine(context, actor, "operator.link", { kind: "operator", id });
  const made = await context.storage.operators.createLink({ operatorId: id, link: stored, audit });
  if (made.kind === "operator_not_found") return { kind: "role_missing", name };
  return { ...link, operator: name, role };
}

const isSameScope = (given: readonly string[], agents: Scope) =>
  agents !== null && new Set(given).symmetricDifference(new Set(agents)).size === 0;

/** A link changes nobody: agents that are not theirs would be taken without a word. */
function agentsDiffer(agents: Scope): LinkRefusal {
  const theirs = agents === null ? "all" : agents.join(", ");
  const reason = `of this person are ${theirs}. Leave out --agent, or change them in the console`;
  return { kind: "person_invalid", field: "agents", reason };
}

function createFirst(
  context: OperationContext,
  { operator = "owner", role = "owner", agents }: LinkRequest,
  actor: Actor,
): Promise<PersonalLink | LinkRefusal> | LinkRefusal {
  if (role !== "owner")
    return { kind: "person_invalid", field: "role", reason: "must be owner: there is nobody else yet" };
  return create(context, { name: operator, role, agents }, { actor, onlyFirst: true });
}

function createPerson(
  context: OperationContext,
  { operator, role, agents }: LinkRequest,
  actor: Actor,
): Promise<PersonalLink | LinkRefusal> | LinkRefusal {
  if (operator === undefined) return unnamed(context);
  if (role === undefined) return { kind: "role_missing", name: operator };
  return create(context, { name: operator, role, agents }, { actor, onlyFirst: false });
}

/** Names the people there are, so that somebody who lost the first link finds their name. */
async function unnamed({ storage }: OperationContext): Promise<LinkRefusal> {
  const { items } = await storage.operators.list({ limit: 50 });
  const owners = items.filter(({ role }) => role === "owner").map(({ name }) => name);
  return { kind: "operator_unnamed", owners };
}

async function create(
  context: OperationContext,
  person: { readonly name: string; readonly role: Role; readonly agents?: Scope | undefined },
  { actor, onlyFirst }: { readonly actor: Actor; readonly onlyFirst: boolean },
): Promise<PersonalLink | LinkRefusal> {
  const refusal = await findPersonRefusal(context, person);
  if (refusal) return refusal;
  const { name, role, agents = null } = person;
  const { stored, ...link } = newSignInLink(context, linkMs.printed);
  const id = randomUUID();
  const created = await context.storage.operators.create(
    { id, name, displayName: null, role, agents, createdAt: context.now() },
    {
      link: stored,
      onlyFirst,
      audit: auditLine(context, actor, "operator.create", { kind: "operator", id }),
    },
  );
  // Somebody was quicker.
  if (created.kind === "operators_exist") return unnamed(context);
  if (created.kind === "name_taken") return { kind: "name_taken", name };
  return { ...link, operator: name, role };
}
