import type { AuditAction } from "@servicechat/contract/admin";
import type { Kysely } from "kysely";
import { newestPage, type Page } from "../paging.ts";
import type { AuditRow } from "../schema/rows/people.ts";
import type { Tables } from "../schema/tables.ts";

/** The actor. */
export interface AuditActor {
  readonly kind: "operator" | "token" | "command_line" | "system";
  readonly id: string | null;
  /** The name at the time: it stays when the person is removed. */
  readonly name: string | null;
}

/** A line of the audit log. It never has a visitor's text or a secret; nor the name that somebody typed to sign in, which may be a password. */
export interface AuditEntry {
  readonly id: string;
  readonly at: number;
  readonly who: AuditActor;
  readonly what: AuditAction;
  /**
   * `null` when it concerns nothing but the actor. `name`: what it was called at the time, where it has a name that no
   * visitor wrote; it stays when the thing is removed.
   */
  readonly on: { readonly kind: string; readonly id: string; readonly name?: string } | null;
  /** What the sentence about it also says, such as the role of a new person. Absent: nothing. */
  readonly details?: readonly string[];
  /** Hash of the network address it came from; `null` where there was none. */
  readonly address: string | null;
}

/** A line as it is read: a newer version may have written other words. */
export interface AuditRecord extends Omit<AuditEntry, "what"> {
  readonly what: string;
}

/** Which lines to list, and how many. */
export interface AuditQuery {
  /** From this moment on. */
  readonly from?: number;
  /** Before this moment. */
  readonly to?: number;
  /** Id of the actor. */
  readonly who?: string;
  readonly what?: string;
  /** Id of what it was done to. */
  readonly on?: string;
  /** The `next` of the page before. @throws InvalidCursor when it is none of this list */
  readonly after?: string;
  readonly limit: number;
}

const list = "audit";

/** The audit log, read along its times. */
export function createAuditStore({
  database,
  reader,
}: {
  readonly database: Kysely<Tables>;
  /** For lists: a filter may look through many lines before it finds some. */
  readonly reader: Kysely<Tables>;
}) {
  return {
    /** Adds a line about something that changes nothing here, such as reading a transcript. */
    append: (entry: AuditEntry): Promise<void> => writeAudit(database, entry),

    /** Newest first. */
    async list({ from, to, who, what, on, after, limit }: AuditQuery): Promise<Page<AuditRecord>> {
      let query = reader.selectFrom("audit").selectAll();
      if (from !== undefined) query = query.where("at", ">=", from);
      if (to !== undefined) query = query.where("at", "<", to);
      if (who !== undefined) query = query.where("who_id", "=", who);
      if (what !== undefined) query = query.where("what", "=", what);
      // Opening an agent's page is no action, but earlier versions recorded it.
      else query = query.where("what", "<>", "agent.preview");
      if (on !== undefined) query = query.where("on_id", "=", on);
      return newestPage(query, { list, time: "at", after, limit, item: auditRecord });
    },
  };
}

/**
 * Actions by operators, tokens, the command line and the service. Lines are only ever added, and deleted after 400
 * days. A change to the database writes its line in its own transaction: such methods take it as `audit`.
 */
export type AuditStore = ReturnType<typeof createAuditStore>;

function auditRecord(row: AuditRow): AuditRecord {
  return {
    id: row.id,
    at: row.at,
    who: actorOf({ kind: row.who_kind, id: row.who_id, name: row.who_name }),
    what: row.what,
    on:
      row.on_kind === null || row.on_id === null
        ? null
        : { kind: row.on_kind, id: row.on_id, ...(row.on_name !== null && { name: row.on_name }) },
    ...(row.details !== null && { details: JSON.parse(row.details) as readonly string[] }),
    address: row.address,
  };
}

/** Adds a line to the audit log, in the transaction of what it reports. Without one it does nothing. */
export async function writeAudit(database: Kysely<Tables>, entry: AuditEntry | undefined): Promise<void> {
  if (entry) await database.insertInto("audit").values(auditRow(entry)).execute();
}

function auditRow({ id, at, who, what, on, details, address }: AuditEntry): AuditRow {
  return {
    id,
    at,
    who_kind: who.kind,
    who_id: who.id,
    who_name: who.name,
    what,
    on_kind: on?.kind ?? null,
    on_id: on?.id ?? null,
    on_name: on?.name ?? null,
    details: details ? JSON.stringify(details) : null,
    address,
  };
}

const kinds = ["operator", "token", "command_line", "system"] as const;

/** Reads an actor as it is stored. A kind that this version does not know is the service itself. */
export function actorOf({
  kind,
  id,
  name,
}: Omit<AuditActor, "kind"> & { readonly kind: string }): AuditActor {
  return { kind: kinds.find((known) => known === kind) ?? "system", id, name };
}
