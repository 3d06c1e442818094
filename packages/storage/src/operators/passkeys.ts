import type { Kysely } from "kysely";
import { writeAudit } from "../audit/write-audit.ts";
import type { Tables } from "../schema/tables.ts";
import type { PasskeyRow } from "./operator-tables.ts";
import type { ChallengePurpose, PasskeyRecord, PasskeyStore } from "./passkey-store.ts";

const purposes = ["register", "sign_in", "confirm"] as const satisfies readonly ChallengePurpose[];

/** Passkeys, each of one person and gone with them, and challenges, each good for one answer. */
export function createPasskeyStore({ database }: { readonly database: Kysely<Tables> }): PasskeyStore {
  return {
    add: (passkey, audit) =>
      database.transaction().execute(async (transaction) => {
        // Locks the person: nobody removes them meanwhile.
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

    async find(credentialId) {
      const row = await database
        .selectFrom("passkeys")
        .selectAll()
        .where("credential_id", "=", credentialId)
        .executeTakeFirst();
      return row && passkeyRecord(row);
    },

    async list(operatorId) {
      const rows = await database
        .selectFrom("passkeys")
        .selectAll()
        .where("operator_id", "=", operatorId)
        .orderBy("created_at")
        .orderBy("credential_id")
        .execute();
      return rows.map(passkeyRecord);
    },

    rename: ({ credentialId, operatorId, name, audit }) =>
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

    remove: ({ credentialId, operatorId, audit }) =>
      database.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("passkeys")
          .where("credential_id", "=", credentialId)
          .where("operator_id", "=", operatorId)
          .executeTakeFirstOrThrow();
        if (numDeletedRows > 0n) await writeAudit(transaction, audit);
        return numDeletedRows > 0n;
      }),

    async saveChallenge({ challenge, purpose, operatorId, expiresAt }) {
      await database
        .insertInto("passkey_challenges")
        .values({ challenge, purpose, operator_id: operatorId, expires_at: expiresAt })
        .execute();
    },

    async takeChallenge({ challenge, now }) {
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
