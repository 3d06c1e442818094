import { createRequire } from "node:module";
import type { AuditAction, AuditActor, AuditEntry } from "@servicechat/storage";
import type { OperationContext } from "../operation-context.ts";
import type { Actor } from "./actor.ts";

const require = createRequire(import.meta.url);

/** The subject of an action. */
type Subject = AuditEntry["on"];

/**
 * An id of a line. The log is read by time and then by id, so the ids of one process increase: what was done within a
 * millisecond is listed in the order in which it was done.
 */
export function nextAuditId(): string {
  // Loaded with the first action of an operator.
  const { v7 } = require("uuid") as typeof import("uuid");
  return v7();
}

/** The line of the audit log that says that an actor did something. */
export function auditLine(
  { now }: Pick<OperationContext, "now">,
  actor: Actor,
  what: AuditAction,
  on: Subject = null,
): AuditEntry {
  return { id: nextAuditId(), at: now(), who: actorOf(actor), what, on, address: actor.address ?? null };
}

/** An actor as the audit log names one. */
export function actorOf({ kind, id, name }: Actor): AuditActor {
  return { kind, id: id ?? null, name: name ?? null };
}
