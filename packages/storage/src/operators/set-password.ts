import { writeAudit } from "../audit/write-audit.ts";
import { endPushes } from "../push/end-pushes.ts";
import type { OperatorStore } from "./operator-store.ts";
import type { WriteInOrder } from "./write-in-order.ts";

interface Dependencies {
  readonly writeInOrder: WriteInOrder;
  /** Takes what was deleted out of the raw files too. */
  readonly removeResidue: () => Promise<void>;
}

/** Sets or removes a password. All sessions of this person end, except the one in which it was changed. */
export function createSetPassword({
  writeInOrder,
  removeResidue,
}: Dependencies): OperatorStore["setPassword"] {
  return async ({ id, before, passwordHash, session, audit }) => {
    const result = await writeInOrder(async (transaction) => {
      const row = await transaction
        .selectFrom("operators")
        .select("password_hash")
        .where("id", "=", id)
        .executeTakeFirst();
      if (!row) return { kind: "operator_not_found" } as const;
      if (row.password_hash !== before) return { kind: "password_changed_meanwhile" } as const;
      await transaction
        .updateTable("operators")
        .set({ password_hash: passwordHash })
        .where("id", "=", id)
        .execute();
      let others = transaction.deleteFrom("operator_sessions").where("operator_id", "=", id);
      if (session) others = others.where("id", "!=", session.id);
      await others.execute();
      await endPushes(transaction, id, { except: session?.id });
      if (session)
        await transaction
          .updateTable("operator_sessions")
          .set({ token_hash: session.tokenHash })
          .where("id", "=", session.id)
          .where("operator_id", "=", id)
          .execute();
      await writeAudit(transaction, audit);
      return { kind: "password_set" } as const;
    });
    if (result.kind === "password_set" && before !== null) await removeResidue();
    return result;
  };
}
