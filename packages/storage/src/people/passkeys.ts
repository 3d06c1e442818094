import type { Kysely } from "kysely";
import type { PasskeyRow } from "../schema/rows/people.ts";
import type { Tables } from "../schema/tables.ts";
import { writeAudit, type AuditEntry } from "./audit.ts";
import type { OperatorNotFound } from "./operator-store.ts";

/** A passkey of a person. */
export interface PasskeyRecord {
  /** As the authenticator gives it, base64url. */
  readonly credentialId: string;
  readonly operatorId: string;
  /** In COSE's form. */
  readonly publicKey: Uint8Array;
  /** Signatures as the authenticator counts them; 0 where it does not. */
  readonly counter: number;
  /** How a browser reaches the authenticator, such as `internal` or `usb`. */
  readonly transports: readonly string[];
  /** The person's own. */
  readonly name: string;
  readonly createdAt: number;
  /** `null` before its first use. */
  readonly lastUsedAt: number | null;
}

/** The purpose of a challenge. */
export type ChallengePurpose = "register" | "sign_in" | "confirm";

/** A question that an authenticator is to sign. */
export interface PasskeyChallenge {
  /** Base64url. */
  readonly challenge: string;
  readonly purpose: ChallengePurpose;
  /** `null`: the person who is signing in is not known yet. */
  readonly operatorId: string | null;
  readonly expiresAt: number;
}

const purposes = ["register", "sign_in", "confirm"] as const satisfies readonly ChallengePurpose[];

/** Passkeys, each of one person and gone with them, and challenges, each good for one answer. */
export function createPasskeyStore({ database }: { readonly database: Kysely<Tables> }) {
  return {
    add: (
      passkey: Omit<PasskeyRecord, "lastUsedAt">,
      audit?: AuditEntry,
    ): Promise<{ readonly kind: "added" } | { readonly kind: "credential_taken" } | OperatorNotFound> =>
      database.transaction().execute(async (transaction) => {
        // Locks the person, so that they are not removed meanwhile.
        const { numUpdatedRows } = await transaction
          .updateTable("operators")
          .set((row) => ({ revision: row.ref("revision") }))
          .where("id", "=", passkey.operatorId)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return { kind: "operator_not_found" };
        const { numInsertedOrUpdatedRows: added } = await transaction
          .insertInto("passkeys")
          .values(passkeyRow(passkey))
          .onConflict((conflict) => conflict.column("credential_id").doNothing())
          .executeTakeFirstOrThrow();
        if (!added) return { kind: "credential_taken" };
        await writeAudit(transaction, audit);
        return { kind: "added" };
      }),

    async find(credentialId: string): Promise<PasskeyRecord | undefined> {
      const row = await database
        .selectFrom("passkeys")
        .selectAll()
        .where("credential_id", "=", credentialId)
        .executeTakeFirst();
      return row && passkeyRecord(row);
    },

    /** Those of a person, oldest first. */
    async list(operatorId: string): Promise<readonly PasskeyRecord[]> {
      const rows = await database
        .selectFrom("passkeys")
        .selectAll()
        .where("operator_id", "=", operatorId)
        .orderBy("created_at")
        .orderBy("credential_id")
        .execute();
      return rows.map(passkeyRecord);
    },

    /** `undefined` when the person has no such passkey. */
    rename: ({
      credentialId,
      operatorId,
      name,
      audit,
    }: {
      readonly credentialId: string;
      readonly operatorId: string;
      readonly name: string;
      readonly audit?: AuditEntry;
    }): Promise<PasskeyRecord | undefined> =>
      database.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable("passkeys")
          .set({ name })
          .where("credential_id", "=", credentialId)
          .where("operator_id", "=", operatorId)
          .returningAll()
          .executeTakeFirst();
        if (row) await writeAudit(transaction, audit);
        return row && passkeyRecord(row);
      }),

    /** `false` when the person has no such passkey. */
    remove: ({
      credentialId,
      operatorId,
      audit,
    }: {
      readonly credentialId: string;
      readonly operatorId: string;
      readonly audit?: AuditEntry;
    }): Promise<boolean> =>
      database.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("passkeys")
          .where("credential_id", "=", credentialId)
          .where("operator_id", "=", operatorId)
          .executeTakeFirstOrThrow();
        if (numDeletedRows > 0n) await writeAudit(transaction, audit);
        return numDeletedRows > 0n;
      }),

    async saveChallenge({ challenge, purpose, operatorId, expiresAt }: PasskeyChallenge): Promise<void> {
      await database
        .insertInto("passkey_challenges")
        .values({ challenge, purpose, operator_id: operatorId, expires_at: expiresAt })
        .execute();
    },

    /** Gives a challenge once; `undefined` when it is unknown, was taken or has expired. */
    async takeChallenge({
      challenge,
      now,
    }: {
      readonly challenge: string;
      readonly now: number;
    }): Promise<PasskeyChallenge | undefined> {
      const row = await database
        .deleteFrom("passkey_challenges")
        .where("challenge", "=", challenge)
        .returningAll()
        .executeTakeFirst();
      if (!row || row.expires_at <= now) return undefined;
      return {
        challenge,
        purpose: purposes.find((each) => each === row.purpose) ?? "sign_in",
        operatorId: row.operator_id,
        expiresAt: row.expires_at,
      };
    },
  };
}

/** Passkeys and the challenges they answer. Signing in with one is a matter of `OperatorSessionStore.signIn`. */
export type PasskeyStore = ReturnType<typeof createPasskeyStore>;

function passkeyRecord(row: PasskeyRow): PasskeyRecord {
  return {
    credentialId: row.credential_id,
    operatorId: row.operator_id,
    publicKey: new Uint8Array(row.public_key),
    counter: row.counter,
    transports: JSON.parse(row.transports),
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}

function passkeyRow(passkey: Omit<PasskeyRecord, "lastUsedAt">): PasskeyRow {
  return {
    credential_id: passkey.credentialId,
    operator_id: passkey.operatorId,
    public_key: passkey.publicKey,
    counter: passkey.counter,
    transports: JSON.stringify(passkey.transports),
    name: passkey.name,
    created_at: passkey.createdAt,
    last_used_at: null,
  };
}
