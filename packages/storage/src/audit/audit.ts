import type { Kysely } from "kysely";
import { newestPage } from "../paging/newest-page.ts";
import type { AuditRow } from "../operators/operator-tables.ts";
import type { Tables } from "../schema/tables.ts";
import { actorOf } from "./audit-actor.ts";
import type { AuditRecord, AuditStore } from "./audit-store.ts";
import { writeAudit } from "./write-audit.ts";

const list = "audit";

/** The audit log, read along its times. */
export function createAuditStore({
  database,
  reader,
}: {
  readonly database: Kysely<Tables>;
  /** For lists: a filter may look through many lines before it finds some. */
  readonly reader: Kysely<Tables>;
}): AuditStore {
  return {
    append: (entry) => writeAudit(database, entry),

    async list({ from, to, who, what, on, after, limit }) {
      let query = reader.selectFrom("audit").selectAll();
      if (from !== undefined) query = query.where("at", ">=", from);
      if (to !== undefined) query = query.where("at", "<", to);
      if (who !== undefined) query = query.where("who_id", "=", who);
      if (what !== undefined) query = query.where("what", "=", what);
      if (on !== undefined) query = query.where("on_id", "=", on);
      return newestPage(query, { list, time: "at", after, limit, item: auditRecord });
    },
  };
}

function auditRecord(row: AuditRow): AuditRecord {
  return {
    id: row.id,
    at: row.at,
    who: actorOf({ kind: row.who_kind, id: row.who_id, name: row.who_name }),
    what: row.what,
    on: row.on_kind === null || row.on_id === null ? null : { kind: row.on_kind, id: row.on_id },
    address: row.address,
  };
}
