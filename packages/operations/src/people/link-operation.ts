import { randomUUID } from "node:crypto";
import type { OperatorRecord } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import { byRole } from "../access/operation.ts";
import type { Asker, Role, Scope } from "../access/asker.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { OperationParts } from "../operation-parts.ts";
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
export const linkOperation = byRole("owner", async (parts, request: LinkRequest, asker) => {
  const { operators } = parts.storage;
  const found = request.operator === undefined ? undefined : await operators.findByName(request.operator);
  if (found) return linkFor(parts, found, request, asker);
  const isFirst = (await operators.list({ limit: 1 })).items.length === 0;
  return isFirst ? createFirst(parts, request, asker) : createPerson(parts, request, asker);
});

async function linkFor(
  parts: OperationParts,
  { id, name, role }: OperatorRecord,
  request: LinkRequest,
  asker: Asker,
): Promise<PersonalLink | LinkRefusal> {
  if (request.role !== undefined && request.role !== role) return { kind: "role_differs", name, role };
  const { stored, ...link } = newSignInLink(parts, linkMs.printed);
  const audit = auditLine(parts, asker, "operator.link", { kind: "operator", id });
  const made = await parts.storage.operators.createLink({ operatorId: id, link: stored, audit });
  if (made.kind === "operator_not_found") return { kind: "role_missing", name };
  return { ...link, operator: name, role };
}

function createFirst(
  parts: OperationParts,
  { operator = "owner", role = "owner", agents }: LinkRequest,
  asker: Asker,
): Promise<PersonalLink | LinkRefusal> | LinkRefusal {
  if (role !== "owner")
    return { kind: "person_invalid", field: "role", reason: "must be owner: there is nobody else yet" };
  return create(parts, { name: operator, role, agents }, { asker, onlyFirst: true });
}

function createPerson(
  parts: OperationParts,
  { operator, role, agents }: LinkRequest,
  asker: Asker,
): Promise<PersonalLink | LinkRefusal> | LinkRefusal {
  if (operator === undefined) return unnamed(parts);
  if (role === undefined) return { kind: "role_missing", name: operator };
  return create(parts, { name: operator, role, agents }, { asker, onlyFirst: false });
}

/** Names the people there are, so that somebody who lost the first link finds their name. */
async function unnamed({ storage }: OperationParts): Promise<LinkRefusal> {
  const { items } = await storage.operators.list({ limit: 50 });
  const owners = items.filter(({ role }) => role === "owner").map(({ name }) => name);
  return { kind: "operator_unnamed", owners };
}

async function create(
  parts: OperationParts,
  person: { readonly name: string; readonly role: Role; readonly agents?: Scope | undefined },
  { asker, onlyFirst }: { readonly asker: Asker; readonly onlyFirst: boolean },
): Promise<PersonalLink | LinkRefusal> {
  const refusal = findPersonRefusal(person);
  if (refusal) return refusal;
  const { name, role, agents = null } = person;
  const { stored, ...link } = newSignInLink(parts, linkMs.printed);
  const id = randomUUID();
  const created = await parts.storage.operators.create(
    { id, name, displayName: null, role, agents, createdAt: parts.now() },
    { link: stored, onlyFirst, audit: auditLine(parts, asker, "operator.create", { kind: "operator", id }) },
  );
  // Somebody was quicker.
  if (created.kind === "operators_exist") return unnamed(parts);
  if (created.kind === "name_taken") return { kind: "name_taken", name };
  return { ...link, operator: name, role };
}
