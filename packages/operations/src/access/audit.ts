import { createRequire } from "node:module";
import type { AuditAction } from "@servicechat/contract/admin";
import type { AuditActor, AuditEntry } from "@servicechat/storage";
import type { OperationContext } from "../operation-context.ts";
import type { Actor } from "./actor.ts";
import { byRole } from "./operation.ts";
import { refuseInvalidCursor } from "../paging.ts";
import type { PageRequest } from "../paging.ts";

const require = createRequire(import.meta.url);

/** What an action is done to: `null` for nothing but the actor. An empty name is none. */
type Subject = { readonly kind: string; readonly id: string; readonly name?: string | undefined } | null;

/**
 * An id of a line. The log is read by time and then by id, so the ids of one process increase: actions within the
 * same millisecond are listed in their order.
 */
export function nextAuditId(): string {
  // Loaded with the first action of an operator.
  const { v7 } = require("uuid") as typeof import("uuid");
  return v7();
}

/**
 * The line of the audit log for an action.
 *
 * @param details what its sentence also says: the role of a person, the changed parts of an agent, a colleague's name
 */
export function auditLine(
  { now }: Pick<OperationContext, "now">,
  actor: Actor,
  what: AuditAction,
  on: Subject = null,
  details: readonly string[] = [],
): AuditEntry {
  return {
    id: nextAuditId(),
    at: now(),
    who: actorOf(actor),
    what,
    on: on && { kind: on.kind, id: on.id, ...(on.name && { name: on.name }) },
    ...(details.length > 0 && { details }),
    address: actor.address ?? null,
  };
}

/** An actor as the audit log names it. */
export function actorOf({ kind, id, name }: Actor): AuditActor {
  return { kind, id: id ?? null, name: name ?? null };
}

/** Which lines of the audit log are listed: those that fit everything that is given. */
interface AuditFilter {
  /** From this moment on. */
  readonly from?: number;
  /** Before this moment. */
  readonly to?: number;
  /** Id of the actor. */
  readonly who?: string;
  readonly what?: string;
  /** Id of what it was done to. */
  readonly on?: string;
}

/** Operations on the audit log: reading it. */
export const auditOperations = {
  /** Who did what, newest first. */
  list: byRole("owner", ({ storage }, { after, ...query }: AuditFilter & PageRequest) =>
    refuseInvalidCursor(() => storage.audit.list({ ...query, ...(after !== undefined && { after }) })),
  ),
};
