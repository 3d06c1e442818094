import type { Kysely } from "kysely";
import type { AuditRow } from "../operators/operator-tables.ts";
import type { Tables } from "../schema/tables.ts";
import type { AuditEntry } from "./audit-store.ts";

/** Adds a line to the audit log, in the transaction of what it reports. Without one it does nothing. */
export async function writeAudit(database: Kysely<Tables>, entry: AuditEntry | undefined): Promise<void> {
  if (entry) await database.insertInto("audit").values(auditRow(entry)).execute();
}

function auditRow({ id, at, who, what, on, address }: AuditEntry): AuditRow {
  return {
    id,
    at,
    who_kind: who.kind,
    who_id: who.id,
    who_name: who.name,
    what,
    on_kind: on?.kind ?? null,
    on_id: on?.id ?? null,
    address,
  };
}
