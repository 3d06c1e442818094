import { randomUUID } from "node:crypto";
import type { OperatorRecord, NewSignInLink } from "@servicechat/storage";
import { auditLine } from "../access/audit.ts";
import { byRole } from "../access/operation.ts";
import type { Actor, Role, Scope } from "../access/actor.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { OperationContext } from "../operation-context.ts";
import { findPersonRefusal } from "./find-person-refusal.ts";
import { hashSecret } from "../keys/key-secret.ts";

/** Whom a link is for. */
interface LinkRequest {
  /** A name; absent only while there are no people yet. */
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

/** Why no link is created. The last two are only for the command line, which alone creates such links. */
type LinkRefusal =
  | RefusedAs<"operator_not_found" | "name_taken" | "input_invalid">
  /** People exist, and none was named. `owners`: the names of the owners. */
  | { readonly kind: "operator_unnamed"; readonly owners: readonly string[] }
  /** The person's role differs from the one that was given. */
  | { readonly kind: "role_differs"; readonly name: string; readonly role: Role };

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
  const audit = auditLine(context, actor, "operator.link", { kind: "operator", id, name });
  const made = await context.storage.operators.createLink({ operatorId: id, link: stored, audit });
  if (made.kind === "operator_not_found") return { kind: "operator_not_found", id: name };
  return { ...link, operator: name, role };
}

const isSameScope = (given: readonly string[], agents: Scope) =>
  agents !== null && new Set(given).symmetricDifference(new Set(agents)).size === 0;

/** A link does not change a person: agents outside their scope would otherwise be accepted silently. */
function agentsDiffer(agents: Scope): LinkRefusal {
  const theirs = agents === null ? "all" : agents.join(", ");
  const reason = `of this person are ${theirs}. Leave out --agent, or change them in the console`;
  return { kind: "input_invalid", field: "agents", reason };
}

function createFirst(
  context: OperationContext,
  { operator = "owner", role = "owner", agents }: LinkRequest,
  actor: Actor,
): Promise<PersonalLink | LinkRefusal> | LinkRefusal {
  if (role !== "owner")
    return { kind: "input_invalid", field: "role", reason: "must be owner: there is nobody else yet" };
  return create(context, { name: operator, role, agents }, { actor, onlyFirst: true });
}

function createPerson(
  context: OperationContext,
  { operator, role, agents }: LinkRequest,
  actor: Actor,
): Promise<PersonalLink | LinkRefusal> | LinkRefusal {
  if (operator === undefined) return unnamed(context);
  if (role === undefined) return { kind: "operator_not_found", id: operator };
  return create(context, { name: operator, role, agents }, { actor, onlyFirst: false });
}

/** Names the existing people, so that a person who lost the first link finds their name. */
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
      audit: auditLine(context, actor, "operator.create", { kind: "operator", id, name }, [role]),
    },
  );
  // Somebody was quicker.
  if (created.kind === "operators_exist") return unnamed(context);
  if (created.kind === "name_taken") return { kind: "name_taken", name };
  return { ...link, operator: name, role };
}

/** A link that signs a person in once. Its token is known only at this moment. */
export interface SignInLink {
  /** Stands behind `#link=`: 256 random bits. */
  readonly token: string;
  readonly expiresAt: number;
}

/** How long links last, in milliseconds: those that the command line prints, and those in invitations. */
export const linkMs = { printed: 15 * 60_000, invitation: 7 * 86_400_000 } as const;

/** Makes a link, and what is stored of it. */
export function newSignInLink(
  { now, randomBytes }: Pick<OperationContext, "now" | "randomBytes">,
  lastsMs: number,
): SignInLink & { readonly stored: NewSignInLink } {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = now() + lastsMs;
  return { token, expiresAt, stored: { tokenHash: hashSecret(token), expiresAt } };
}

/**
 * The address that a person opens. Passkeys need a host name, so the address of the machine itself is written as one.
 *
 * @param consoleUrl origin of the console
 */
export function signInLinkUrl(consoleUrl: string, token: string): string {
  const url = new URL("/console/", consoleUrl);
  if (url.hostname === "[::1]" || /^127(\.\d+){3}$/.test(url.hostname)) url.hostname = "localhost";
  // Servers never see what follows the number sign.
  url.hash = `link=${token}`;
  return url.href;
}
