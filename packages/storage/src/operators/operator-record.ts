import type { OperatorRow } from "./operator-tables.ts";
import { roleOf } from "./operator-role.ts";
import type { OperatorRecord } from "./operator-store.ts";

/** Reads a row of the table `operators`, without the password. */
export function operatorRecord(
  row: Omit<OperatorRow, "password_hash" | "email" | "mail_alerts" | "present_at">,
): OperatorRecord {
  return {
    id: row.id,
    name: row.name,
    displayName: row.display_name ?? row.name,
    role: roleOf(row.role),
    agents: row.agents === null ? null : JSON.parse(row.agents),
    state: row.state === "active" ? "active" : "invited",
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    revision: row.revision,
    available: row.available === 1,
  };
}

/** A name as it is compared: without regard to case, and to how its letters are composed. */
export function comparableName(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}
