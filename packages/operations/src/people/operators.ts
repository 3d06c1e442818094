import { randomUUID } from "node:crypto";
import type { OperatorChanges, OperatorRecord } from "@servicechat/storage";
import { auditLine } from "../access/audit.ts";
import { byRole } from "../access/operation.ts";
import type { WithId } from "../access/operation.ts";
import { pageQuery, refuseInvalidCursor } from "../paging.ts";
import type { PageRequest } from "../paging.ts";
import { linkOperation, linkMs, newSignInLink } from "./sign-in-links.ts";
import type { SignInLink } from "./sign-in-links.ts";
import type { Actor, Role, Scope } from "../access/actor.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { OperationContext } from "../operation-context.ts";
import { findPersonRefusal } from "./find-person-refusal.ts";
import { isAsSeen } from "../revision.ts";

/** Operations on people of the console. */
export const operatorOperations = {
  /** People, oldest first. */
  list: byRole("owner", ({ storage }, { limit, after }: PageRequest) =>
    refuseInvalidCursor(async () => {
      const { items, next } = await storage.operators.list(pageQuery({ limit, after }));
      return { items: items.map(operatorView), next };
    }),
  ),

  /** One person. */
  find: byRole("owner", async ({ storage }, { id }: WithId) => {
    const operator = await storage.operators.find(id);
    return operator ? operatorView(operator) : { kind: "operator_not_found" as const, id };
  }),

  /** One person by their name, without regard to case. */
  findByName: byRole("owner", async ({ storage }, { name }: { readonly name: string }) => {
    const operator = await storage.operators.findByName(name);
    return operator ? operatorView(operator) : { kind: "operator_not_found" as const, id: name };
  }),

  /** Makes a person, and a link that signs them in once, within a week. */
  invite: byRole("owner", inviteOperator),

  /** Changes the given fields of a person, all or none. A new role signs them out everywhere. */
  change: byRole("owner", changeOperator),

  /** Removes a person, who is signed out everywhere at once. The last owner stays. */
  remove: byRole("owner", async (parts, { id }: WithId, actor) => {
    const audit = auditLine(parts, actor, "operator.remove", await subjectOf(parts, id));
    const removal = await parts.storage.operators.remove({ id, at: parts.now(), audit });
    if (removal.kind === "operator_not_found") return { ...removal, id };
    return removal.kind === "last_owner" ? removal : { id, removed: true as const };
  }),

  /** Makes one more link for a person, good for a week. Earlier ones stay good. */
  inviteAgain: byRole("owner", async (parts, { id }: WithId, actor) => {
    const { stored, ...link } = newSignInLink(parts, linkMs.invitation);
    const audit = auditLine(parts, actor, "operator.link", await subjectOf(parts, id));
    const made = await parts.storage.operators.createLink({ operatorId: id, link: stored, audit });
    return made.kind === "operator_not_found" ? { ...made, id } : link;
  }),

  link: linkOperation,
};

/** A person as the audit log names them. */
async function subjectOf({ storage }: OperationContext, id: string) {
  const name = (await storage.operators.find(id))?.name;
  return { kind: "operator", id, name };
}

/** A person to invite. */
export interface NewPerson {
  readonly name: string;
  /** The name that visitors see; by default the name. */
  readonly displayName?: string | undefined;
  readonly role: Role;
  /** Left out: all agents. */
  readonly agents?: Scope | undefined;
}

/** A new person, with the link that signs them in for the first time. */
export interface InvitedOperator extends OperatorView {
  readonly link: SignInLink;
}

/** Makes a person, and a link for them. */
async function inviteOperator(
  context: OperationContext,
  { name, displayName, role, agents = null }: NewPerson,
  actor: Actor,
): Promise<InvitedOperator | RefusedAs<"input_invalid" | "name_taken">> {
  const refusal = await findPersonRefusal(context, { name, displayName, role, agents });
  if (refusal) return refusal;
  const at = context.now();
  const { stored, ...link } = newSignInLink({ ...context, now: () => at }, linkMs.invitation);
  const id = randomUUID();
  const created = await context.storage.operators.create(
    { id, name, displayName: displayName ?? null, role, agents, createdAt: at },
    {
      link: stored,
      audit: auditLine(context, actor, "operator.create", { kind: "operator", id, name }, [role]),
    },
  );
  return created.kind === "created"
    ? { ...operatorView(created.operator), link }
    : { kind: "name_taken", name };
}

/** The changes to a person; omitted fields stay. */
export interface OperatorChange extends OperatorChanges {
  readonly id: string;
  /** The revision that the actor has seen; absent, or `*`: any. */
  readonly seen?: string | undefined;
}

/** Changes the given fields of a person, all or none. A new role signs them out everywhere. */
async function changeOperator(
  context: OperationContext,
  { id, seen, ...values }: OperatorChange,
  actor: Actor,
): Promise<
  | OperatorView
  | RefusedAs<"operator_not_found" | "precondition_failed" | "input_invalid" | "name_taken" | "last_owner">
> {
  const { operators } = context.storage;
  const before = await operators.find(id);
  if (!before) return { kind: "operator_not_found", id };
  const { revision } = operatorView(before);
  if (!isAsSeen(revision, seen)) return { kind: "precondition_failed", revision };
  const refusal = await findPersonRefusal(context, { role: before.role, ...values }, before.agents);
  if (refusal) return refusal;
  const { name = before.name, role = before.role } = values;
  const on = { kind: "operator", id, name };
  const audit = auditLine(context, actor, "operator.change", on, role === before.role ? [] : [role]);
  // The checks above apply to the person as they were: a change in between refuses this one.
  const result = await operators.update({ id, values, expected: before.revision, audit });
  switch (result.kind) {
    case "updated":
      return operatorView(result.operator);
    case "newer_revision":
      return { kind: "precondition_failed", revision: String(result.revision) };
    case "name_taken":
      return { kind: "name_taken", name: values.name ?? before.name };
    case "operator_not_found":
      return { kind: "operator_not_found", id };
    case "last_owner":
      return result;
  }
}

/** The fields of a person that owners may see. */
export interface OperatorView extends Omit<OperatorRecord, "revision"> {
  /** Another one whenever name, display name, role or agents have changed. */
  readonly revision: string;
}

/** The visible fields of a person. */
function operatorView({ revision, ...operator }: OperatorRecord): OperatorView {
  return { ...operator, revision: String(revision) };
}
