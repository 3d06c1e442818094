import { randomUUID } from "node:crypto";
import type { AuditAction, AuditActor, AuditEntry } from "@servicechat/storage";
import type { OperationParts } from "../operation-parts.ts";
import type { Asker } from "./asker.ts";

/** What something was done to. */
type Subject = AuditEntry["on"];

/** The line of the audit log that says that an asker did something. */
export function auditLine(
  { now }: Pick<OperationParts, "now">,
  asker: Asker,
  what: AuditAction,
  on: Subject = null,
): AuditEntry {
  return { id: randomUUID(), at: now(), who: actorOf(asker), what, on, address: asker.address ?? null };
}

/** An asker as the audit log names one. */
export function actorOf({ kind, id, name }: Asker): AuditActor {
  return { kind, id: id ?? null, name: name ?? null };
}
