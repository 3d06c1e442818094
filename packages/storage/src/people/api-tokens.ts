import type { Role } from "@servicechat/contract/admin";
import type { Kysely } from "kysely";
import type { AgentScope } from "../agent-scope.ts";
import type { WriteInOrder } from "../change.ts";
import { newestPage, type Page } from "../paging.ts";
import type { ApiTokenRow } from "../schema/rows/people.ts";
import type { Tables } from "../schema/tables.ts";
import { actorOf, writeAudit, type AuditActor, type AuditEntry } from "./audit.ts";
import { seenMs } from "./operator-sessions.ts";
import { operatorRecord, roleOf, type OperatorNotFound, type OperatorRecord } from "./operator-store.ts";
import { hideDraftsOf } from "./revoke-access.ts";

/** An API token as it is stored: nothing in it can be used as a credential. */
export interface TokenRecord {
  /** The public part, 12 hex digits. */
  readonly id: string;
  /** SHA-256 of the secret part, lower-case hex. */
  readonly secretHash: string;
  readonly name: string;
  readonly role: Role;
  readonly agents: AgentScope["agents"];
  /** The person it speaks for; `null` when it speaks for nobody. */
  readonly operatorId: string | null;
  readonly createdBy: AuditActor;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** `null` before its first use. Exact to a minute. */
  readonly lastUsedAt: number | null;
  /** `null` while it is valid. A revoked token never becomes valid again. */
  readonly revokedAt: number | null;
}

/** A token to be created. */
export type NewToken = Omit<TokenRecord, "lastUsedAt" | "revokedAt">;

const list = "tokens";

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly writeInOrder: WriteInOrder;
}

/** API tokens. */
export function createApiTokenStore({ database, writeInOrder }: Dependencies) {
  const findRow = (transaction: Kysely<Tables>, id: string) =>
    transaction.selectFrom("api_tokens").selectAll().where("id", "=", id).executeTakeFirst();
  const findOperatorRow = (transaction: Kysely<Tables>, id: string) =>
    transaction.selectFrom("operators").selectAll().where("id", "=", id).executeTakeFirst();

  return {
    /** `operator_not_found`: there is no such person for the token. */
    create: (
      token: NewToken,
      audit?: AuditEntry,
    ): Promise<{ readonly kind: "created" } | { readonly kind: "id_taken" } | OperatorNotFound> =>
      writeInOrder(async (transaction) => {
        const { operatorId } = token;
        if (operatorId !== null && !(await findOperatorRow(transaction, operatorId)))
          return { kind: "operator_not_found" };
        const { numInsertedOrUpdatedRows: created } = await transaction
          .insertInto("api_tokens")
          .values(tokenRow(token))
          .onConflict((conflict) => conflict.column("id").doNothing())
          .executeTakeFirstOrThrow();
        if (!created) return { kind: "id_taken" };
        await writeAudit(transaction, audit);
        return { kind: "created" };
      }),

    /**
     * Revoked and expired ones too.
     *
     * @returns with the person it speaks for, as they are now; `null` when it speaks for nobody, or they were removed
     */
    async find(
      id: string,
    ): Promise<{ readonly token: TokenRecord; readonly operator: OperatorRecord | null } | undefined> {
      const row = await findRow(database, id);
      if (!row) return undefined;
      const operator =
        row.operator_id === null ? undefined : await findOperatorRow(database, row.operator_id);
      return { token: tokenRecord(row), operator: operator ? operatorRecord(operator) : null };
    },

    /** Newest first, revoked and expired ones too. */
    list: ({
      after,
      limit,
    }: {
      readonly after?: string;
      readonly limit: number;
    }): Promise<Page<TokenRecord>> =>
      newestPage(database.selectFrom("api_tokens").selectAll(), {
        list,
        time: "created_at",
        after,
        limit,
        item: tokenRecord,
      }),

    /** Notes a use. Written at most once a minute. */
    async used({ id, at }: { readonly id: string; readonly at: number }): Promise<void> {
      await database
        .updateTable("api_tokens")
        .set({ last_used_at: at })
        .where("id", "=", id)
        .where((row) => row.or([row("last_used_at", "is", null), row("last_used_at", "<=", at - seenMs)]))
        .execute();
    },

    /** One that is revoked keeps the moment at which it was, and writes no line. */
    revoke: ({
      id,
      at,
      audit,
    }: {
      readonly id: string;
      readonly at: number;
      readonly audit?: AuditEntry;
    }): Promise<
      | { readonly kind: "revoked"; readonly token: TokenRecord }
      | { readonly kind: "already_revoked"; readonly token: TokenRecord }
      | { readonly kind: "token_not_found" }
    > =>
      writeInOrder(async (transaction) => {
        const revoked = await transaction
          .updateTable("api_tokens")
          .set({ revoked_at: at })
          .where("id", "=", id)
          .where("revoked_at", "is", null)
          .returningAll()
          .executeTakeFirst();
        if (revoked) {
          await hideDraftsOf(transaction, id);
          await writeAudit(transaction, audit);
          return { kind: "revoked", token: tokenRecord(revoked) };
        }
        const row = await findRow(transaction, id);
        return row ? { kind: "already_revoked", token: tokenRecord(row) } : { kind: "token_not_found" };
      }),
  };
}

/** API tokens. Rows are kept when tokens are revoked or expire. Creating and revoking move the storage's revision. */
export type ApiTokenStore = ReturnType<typeof createApiTokenStore>;

function tokenRecord(row: ApiTokenRow): TokenRecord {
  return {
    id: row.id,
    secretHash: row.secret_hash,
    name: row.name,
    role: roleOf(row.role),
    agents: row.agents === null ? null : JSON.parse(row.agents),
    operatorId: row.operator_id,
    createdBy: actorOf({ kind: row.created_by_kind, id: row.created_by_id, name: row.created_by_name }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}

function tokenRow(token: NewToken): ApiTokenRow {
  return {
    id: token.id,
    secret_hash: token.secretHash,
    name: token.name,
    role: token.role,
    agents: token.agents && JSON.stringify(token.agents),
    operator_id: token.operatorId,
    created_by_kind: token.createdBy.kind,
    created_by_id: token.createdBy.id,
    created_by_name: token.createdBy.name,
    created_at: token.createdAt,
    expires_at: token.expiresAt,
    last_used_at: null,
    revoked_at: null,
  };
}
