import type { Kysely } from "kysely";
import type { AgentScope } from "../agent-scope.ts";
import type { WriteInOrder } from "../change.ts";
import { actorOf, writeAudit, type AuditActor, type AuditEntry } from "../people/audit.ts";
import type { SecretRow } from "../schema/rows/service.ts";
import type { Tables } from "../schema/tables.ts";

/** A key for models or tools that operators have stored, in place of a variable of the environment. */
export interface SecretRecord {
  /** As agent files name it. */
  readonly name: string;
  /** Its value, sealed: the database cannot open it. */
  readonly sealed: string;
  /** The end of the value, by which people tell secrets apart; `null` where that would give too much away. */
  readonly lastFour: string | null;
  /** The only places that it is sent to, such as `https://api.openai.com`. */
  readonly origins: readonly string[];
  /** The agents that may use it; `null` for all. */
  readonly agents: AgentScope["agents"];
  readonly setAt: number;
  readonly by: Omit<AuditActor, "id">;
}

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly writeInOrder: WriteInOrder;
}

/** Stored secrets, the same in every database. Each change moves the storage's revision. */
export function createSecretStore({ database, writeInOrder }: Dependencies) {
  return {
    /** All, by name. */
    async list(): Promise<readonly SecretRecord[]> {
      const rows = await database.selectFrom("secrets").selectAll().execute();
      return rows.map(secretRecord).toSorted((one, other) => (one.name < other.name ? -1 : 1));
    },

    async find(name: string): Promise<SecretRecord | undefined> {
      const row = await database
        .selectFrom("secrets")
        .selectAll()
        .where("name", "=", name)
        .executeTakeFirst();
      return row && secretRecord(row);
    },

    /** In place of the one that has the name. */
    set: (secret: SecretRecord, audit?: AuditEntry): Promise<"created" | "replaced"> =>
      writeInOrder(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("secrets")
          .where("name", "=", secret.name)
          .executeTakeFirstOrThrow();
        await transaction.insertInto("secrets").values(secretRow(secret)).execute();
        await writeAudit(transaction, audit);
        return numDeletedRows === 0n ? "created" : "replaced";
      }),

    /** @returns false when there is none */
    remove: ({ name, audit }: { readonly name: string; readonly audit?: AuditEntry }): Promise<boolean> =>
      writeInOrder(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("secrets")
          .where("name", "=", name)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return false;
        await writeAudit(transaction, audit);
        return true;
      }),
  };
}

/** Secrets that operators have stored for agents. Writes are made one after another on all nodes. */
export type SecretStore = ReturnType<typeof createSecretStore>;

function secretRecord(row: SecretRow): SecretRecord {
  const { kind, name } = actorOf({ kind: row.by_kind, id: null, name: row.by_name });
  return {
    name: row.name,
    sealed: row.sealed,
    lastFour: row.last_four,
    origins: JSON.parse(row.origins) as readonly string[],
    agents: row.agents === null ? null : (JSON.parse(row.agents) as readonly string[]),
    setAt: row.set_at,
    by: { kind, name },
  };
}

function secretRow({ name, sealed, lastFour, origins, agents, setAt, by }: SecretRecord): SecretRow {
  return {
    name,
    sealed,
    last_four: lastFour,
    origins: JSON.stringify(origins),
    agents: agents && JSON.stringify(agents),
    set_at: setAt,
    by_kind: by.kind,
    by_name: by.name,
  };
}
