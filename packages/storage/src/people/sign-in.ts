import type { Kysely } from "kysely";
import type { WriteInOrder } from "../change.ts";
import type { Tables } from "../schema/tables.ts";
import { writeAudit, type AuditEntry } from "./audit.ts";
import { operatorRecord, type OperatorRecord } from "./operator-store.ts";

/** Why a person may sign in. It is checked once more in the transaction that makes the session. */
export type SignInProof =
  /** The hash of the link's secret. It is used up. */
  | { readonly kind: "link"; readonly tokenHash: string }
  /** The hash that the password was compared with: not good when the person has another by now. */
  | { readonly kind: "password"; readonly operatorId: string; readonly passwordHash: string }
  /** A signature that was verified. Not good when its counter is not ahead of the passkey's, unless both are 0. */
  | { readonly kind: "passkey"; readonly credentialId: string; readonly counter: number };

/** A session to be made of a proof. */
interface SignIn {
  readonly proof: SignInProof;
  readonly session: { readonly id: string; readonly tokenHash: string; readonly browser: string };
  readonly at: number;
  /** Id and address of the line `sign_in`, which names the person. */
  readonly audit?: Pick<AuditEntry, "id" | "address">;
}

/** The person who was signed in. */
type SignInResult =
  | { readonly kind: "signed_in"; readonly operator: OperatorRecord }
  | { readonly kind: "rejected" };

/** One more proof by the person of a session, and the token that the session has from then on. */
interface Confirmation {
  readonly proof: Exclude<SignInProof, { readonly kind: "link" }>;
  readonly session: { readonly id: string; readonly operatorId: string; readonly tokenHash: string };
  readonly at: number;
  readonly audit?: AuditEntry;
}

/** Whether the proof was good. */
interface ConfirmationResult {
  readonly kind: "confirmed" | "rejected";
}

/** Makes sessions of proofs. */
export function createSignIn({ database }: { readonly database: Kysely<Tables> }) {
  return ({ proof, session, at, audit }: SignIn): Promise<SignInResult> =>
    database.transaction().execute(async (transaction) => {
      const operatorId = await findOperator(transaction, proof, at);
      // The person's row is locked before anything of theirs, as a removal does: neither waits for the other in a circle.
      const locked = operatorId === undefined ? undefined : await lock(transaction, operatorId);
      if (!locked || !(await useUp(transaction, proof, { passwordHash: locked.password_hash, at })))
        return { kind: "rejected" };
      const row = await transaction
        .updateTable("operators")
        .set({ state: "active", last_seen_at: at })
        .where("id", "=", locked.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto("operator_sessions")
        .values({
          id: session.id,
          operator_id: row.id,
          token_hash: session.tokenHash,
          created_at: at,
          last_seen_at: at,
          browser: session.browser,
          confirmed_at: at,
        })
        .execute();
      const who = { kind: "operator", id: row.id, name: row.name } as const;
      await writeAudit(transaction, audit && { ...audit, at, who, what: "sign_in", on: null });
      return { kind: "signed_in", operator: operatorRecord(row) };
    });
}

/** Takes one more proof of who is signed in. The old token moves the storage's revision, as every ending does. */
export function createConfirm({ writeInOrder }: { readonly writeInOrder: WriteInOrder }) {
  return ({ proof, session, at, audit }: Confirmation): Promise<ConfirmationResult> =>
    writeInOrder(async (transaction) => {
      const operatorId = await findOperator(transaction, proof, at);
      const isOwn = operatorId === session.operatorId;
      const locked = isOwn ? await lock(transaction, session.operatorId) : undefined;
      if (!locked || !(await useUp(transaction, proof, { passwordHash: locked.password_hash, at })))
        return { kind: "rejected" };
      const { numUpdatedRows } = await transaction
        .updateTable("operator_sessions")
        .set({ token_hash: session.tokenHash, confirmed_at: at })
        .where("id", "=", session.id)
        .where("operator_id", "=", session.operatorId)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return { kind: "rejected" };
      await writeAudit(transaction, audit);
      return { kind: "confirmed" };
    });
}

async function findOperator(
  transaction: Kysely<Tables>,
  proof: SignInProof,
  at: number,
): Promise<string | undefined> {
  switch (proof.kind) {
    case "password":
      return proof.operatorId;
    case "link": {
      const link = await transaction
        .selectFrom("sign_in_links")
        .select("operator_id")
        .where("token_hash", "=", proof.tokenHash)
        .where("expires_at", ">", at)
        .executeTakeFirst();
      return link?.operator_id;
    }
    case "passkey": {
      const passkey = await transaction
        .selectFrom("passkeys")
        .select("operator_id")
        .where("credential_id", "=", proof.credentialId)
        .executeTakeFirst();
      return passkey?.operator_id;
    }
  }
}

function lock(transaction: Kysely<Tables>, id: string) {
  return transaction
    .updateTable("operators")
    .set((row) => ({ revision: row.ref("revision") }))
    .where("id", "=", id)
    .returning(["id", "password_hash"])
    .executeTakeFirst();
}

/** Whether the proof is still valid. A single-use one is used up. */
async function useUp(
  transaction: Kysely<Tables>,
  proof: SignInProof,
  { passwordHash, at }: { readonly passwordHash: string | null; readonly at: number },
): Promise<boolean> {
  switch (proof.kind) {
    case "password":
      return passwordHash === proof.passwordHash;
    case "link": {
      const { numDeletedRows } = await transaction
        .deleteFrom("sign_in_links")
        .where("token_hash", "=", proof.tokenHash)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    }
    case "passkey": {
      const { numUpdatedRows } = await transaction
        .updateTable("passkeys")
        .set({ counter: proof.counter, last_used_at: at })
        .where("credential_id", "=", proof.credentialId)
        // Authenticators that do not count always say 0.
        .where((row) => (proof.counter === 0 ? row("counter", "=", 0) : row("counter", "<", proof.counter)))
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    }
  }
}
