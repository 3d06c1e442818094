import type { Kysely } from "kysely";
import type { WriteInOrder } from "../change.ts";
import type { OperatorSessionRow } from "../schema/rows/people.ts";
import type { Tables } from "../schema/tables.ts";
import { writeAudit, type AuditEntry } from "./audit.ts";
import { operatorRecord, type OperatorRecord } from "./operator-store.ts";
import { endPushes } from "./revoke-access.ts";
import { createConfirm, createSignIn } from "./sign-in.ts";

/** A browser in which a person is signed in. */
export interface OperatorSession {
  readonly id: string;
  readonly operatorId: string;
  readonly createdAt: number;
  /** Exact to a minute. */
  readonly lastSeenAt: number;
  /** Name of the browser, for the person's list. */
  readonly browser: string;
  /** When they last proved that it is them: by signing in, or since then. */
  readonly confirmedAt: number;
}

/** Earliest moments that keep a session alive. */
export interface SessionLimits {
  readonly idleSince: number;
  readonly createdSince: number;
}

/** Times of use are written at most this often, in milliseconds. */
export const seenMs = 60_000;

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly writeInOrder: WriteInOrder;
}

/** Sessions of the console. */
export function createOperatorSessionStore({ database, writeInOrder }: Dependencies) {
  return {
    /**
     * Makes a session. A link that is unknown, used, expired or of somebody removed is `rejected`; of two that use one link at
     * once, one signs in.
     */
    signIn: createSignIn({ database }),

    /**
     * Records that the session's owner has confirmed their identity, and gives it another token: anyone else with the old
     * one is signed out. `rejected` if the proof belongs to somebody else or is no longer valid, or the session is gone.
     */
    confirm: createConfirm({ writeInOrder }),

    /** The session with this token and its person, when it is neither idle nor too old. */
    async find({
      tokenHash,
      idleSince,
      createdSince,
    }: { readonly tokenHash: string } & SessionLimits): Promise<
      { readonly session: OperatorSession; readonly operator: OperatorRecord } | undefined
    > {
      const session = await database
        .selectFrom("operator_sessions")
        .selectAll()
        .where("token_hash", "=", tokenHash)
        .where("last_seen_at", ">=", idleSince)
        .where("created_at", ">=", createdSince)
        .executeTakeFirst();
      if (!session) return undefined;
      const operator = await database
        .selectFrom("operators")
        .selectAll()
        .where("id", "=", session.operator_id)
        .executeTakeFirst();
      return operator && { session: sessionOf(session), operator: operatorRecord(operator) };
    },

    /** Records that the person was there. Written at most once a minute. */
    async seen({
      id,
      operatorId,
      at,
    }: {
      readonly id: string;
      readonly operatorId: string;
      readonly at: number;
    }): Promise<void> {
      const { numUpdatedRows } = await database
        .updateTable("operator_sessions")
        .set({ last_seen_at: at })
        .where("id", "=", id)
        .where("last_seen_at", "<=", at - seenMs)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return;
      await database
        .updateTable("operators")
        .set({ last_seen_at: at })
        .where("id", "=", operatorId)
        .where("last_seen_at", "<", at)
        .execute();
    },

    /** Those of a person that are alive, newest first. */
    async list({
      operatorId,
      idleSince,
      createdSince,
    }: { readonly operatorId: string } & SessionLimits): Promise<readonly OperatorSession[]> {
      const rows = await database
        .selectFrom("operator_sessions")
        .selectAll()
        .where("operator_id", "=", operatorId)
        .where("last_seen_at", ">=", idleSince)
        .where("created_at", ">=", createdSince)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .execute();
      return rows.map(sessionOf);
    },

    /** Ends one. `false` when the person has no such session. */
    end: ({
      id,
      operatorId,
      audit,
    }: {
      readonly id: string;
      readonly operatorId: string;
      readonly audit?: AuditEntry;
    }): Promise<boolean> =>
      writeInOrder(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("operator_sessions")
          .where("id", "=", id)
          .where("operator_id", "=", operatorId)
          .executeTakeFirstOrThrow();
        await endPushes(transaction, operatorId, { only: id });
        if (numDeletedRows > 0n) await writeAudit(transaction, audit);
        return numDeletedRows > 0n;
      }),

    /** Ends all of a person but one. Returns how many. */
    endOthers: ({
      operatorId,
      except,
      audit,
    }: {
      readonly operatorId: string;
      readonly except: string;
      readonly audit?: AuditEntry;
    }): Promise<number> =>
      writeInOrder(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("operator_sessions")
          .where("operator_id", "=", operatorId)
          .where("id", "!=", except)
          .executeTakeFirstOrThrow();
        await endPushes(transaction, operatorId, { except });
        if (numDeletedRows > 0n) await writeAudit(transaction, audit);
        return Number(numDeletedRows);
      }),
  };
}

/** Sessions of the console. Only hashes of their tokens are stored. Endings move the storage's revision. */
export type OperatorSessionStore = ReturnType<typeof createOperatorSessionStore>;

function sessionOf(row: OperatorSessionRow): OperatorSession {
  return {
    id: row.id,
    operatorId: row.operator_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    browser: row.browser,
    confirmedAt: row.confirmed_at ?? row.created_at,
  };
}
