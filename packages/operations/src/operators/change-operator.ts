import type { OperatorChanges } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import type { Actor } from "../access/actor.ts";
import type { RefusedAs } from "../access/refused.ts";
import { isAsSeen } from "../paging/revision-of.ts";
import type { OperationContext } from "../operation-context.ts";
import { findPersonRefusal } from "./find-person-refusal.ts";
import { operatorView } from "./operator-view.ts";
import type { OperatorView } from "./operator-view.ts";

/** The changes to a person; omitted fields stay. */
export interface OperatorChange extends OperatorChanges {
  readonly id: string;
  /** The revision that the actor has seen; absent, or `*`: any. */
  readonly seen?: string | undefined;
}

/** Changes the given fields of a person, all or none. A new role signs them out everywhere. */
export async function changeOperator(
  context: OperationContext,
  { id, seen, ...values }: OperatorChange,
  actor: Actor,
): Promise<
  | OperatorView
  | RefusedAs<"operator_not_found" | "revision_outdated" | "person_invalid" | "name_taken" | "last_owner">
> {
  const { operators } = context.storage;
  const before = await operators.find(id);
  if (!before) return { kind: "operator_not_found", id };
  const { revision } = operatorView(before);
  if (!isAsSeen(revision, seen)) return { kind: "revision_outdated", revision };
  const refusal = await findPersonRefusal(context, { role: before.role, ...values }, before.agents);
  if (refusal) return refusal;
  const audit = auditLine(context, actor, "operator.change", { kind: "operator", id });
  // The checks above apply to the person as they were: a change in between refuses this one.
  const result = await operators.update({ id, values, expected: before.revision, audit });
  switch (result.kind) {
    case "updated":
      return operatorView(result.operator);
    case "newer_revision":
      return { kind: "revision_outdated", revision: String(result.revision) };
    case "name_taken":
      return { kind: "name_taken", name: values.name ?? before.name };
    case "operator_not_found":
      return { kind: "operator_not_found", id };
    case "last_owner":
      return result;
  }
}
