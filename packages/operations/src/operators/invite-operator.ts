import { randomUUID } from "node:crypto";
import { auditLine } from "../access/audit-line.ts";
import type { Actor, Role, Scope } from "../access/actor.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { OperationContext } from "../operation-context.ts";
import { findPersonRefusal } from "./find-person-refusal.ts";
import { operatorView } from "./operator-view.ts";
import type { OperatorView } from "./operator-view.ts";
import { linkMs, newSignInLink } from "./sign-in-link.ts";
import type { SignInLink } from "./sign-in-link.ts";

/** Somebody to invite. */
export interface NewPerson {
  readonly name: string;
  /** The name that visitors see; by default the name. */
  readonly displayName?: string | undefined;
  readonly role: Role;
  /** Left out: all agents. */
  readonly agents?: Scope | undefined;
}

/** Somebody new, with the link that signs them in for the first time. */
export interface InvitedOperator extends OperatorView {
  readonly link: SignInLink;
}

/** Makes a person, and a link for them. */
export async function inviteOperator(
  context: OperationContext,
  { name, displayName, role, agents = null }: NewPerson,
  actor: Actor,
): Promise<InvitedOperator | RefusedAs<"person_invalid" | "name_taken">> {
  const refusal = await findPersonRefusal(context, { name, displayName, role, agents });
  if (refusal) return refusal;
  const at = context.now();
  const { stored, ...link } = newSignInLink({ ...context, now: () => at }, linkMs.invitation);
  const id = randomUUID();
  const created = await context.storage.operators.create(
    { id, name, displayName: displayName ?? null, role, agents, createdAt: at },
    { link: stored, audit: auditLine(context, actor, "operator.create", { kind: "operator", id }) },
  );
  return created.kind === "created"
    ? { ...operatorView(created.operator), link }
    : { kind: "name_taken", name };
}
