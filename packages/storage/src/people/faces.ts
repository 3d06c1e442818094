import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import { writeAudit, type AuditEntry } from "./audit.ts";

/** A picture of a person, for colleagues. */
export interface Face {
  readonly operatorId: string;
  /** Such as `image/png`. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Another one with every picture. */
  readonly revision: string;
}

/** Pictures of people, at most one of each, which go with them. */
export function createFaceStore({
  database,
  removeResidue,
}: {
  readonly database: Kysely<Tables>;
  /** Takes what was deleted out of the raw files too. */
  readonly removeResidue: () => Promise<void>;
}) {
  return {
    /** Who has a picture, without the pictures. */
    list: async (): Promise<readonly Pick<Face, "operatorId" | "revision">[]> => {
      const rows = await database
        .selectFrom("operator_faces")
        .select(["operator_id", "revision"])
        .orderBy("operator_id")
        .execute();
      return rows.map(({ operator_id: operatorId, revision }) => ({ operatorId, revision }));
    },

    async find(operatorId: string): Promise<Face | undefined> {
      const row = await database
        .selectFrom("operator_faces")
        .selectAll()
        .where("operator_id", "=", operatorId)
        .executeTakeFirst();
      return row && { operatorId, type: row.type, bytes: new Uint8Array(row.bytes), revision: row.revision };
    },

    /** Puts a picture in the place of the one before. @returns false without the person */
    put: ({ operatorId, type, bytes, revision }: Face, audit?: AuditEntry): Promise<boolean> =>
      database.transaction().execute(async (transaction) => {
        // Locks the person, so that they are not removed meanwhile.
        const { numUpdatedRows } = await transaction
          .updateTable("operators")
          .set((row) => ({ revision: row.ref("revision") }))
          .where("id", "=", operatorId)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await transaction
          .insertInto("operator_faces")
          .values({ operator_id: operatorId, type, bytes, revision })
          .onConflict((conflict) => conflict.column("operator_id").doUpdateSet({ type, bytes, revision }))
          .execute();
        await writeAudit(transaction, audit);
        return true;
      }),

    /** @returns false if there is none */
    async remove(operatorId: string, audit?: AuditEntry): Promise<boolean> {
      const isRemoved = await database.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("operator_faces")
          .where("operator_id", "=", operatorId)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return false;
        await writeAudit(transaction, audit);
        return true;
      });
      if (isRemoved) await removeResidue();
      return isRemoved;
    },
  };
}

/** Pictures of people, at most one of each, which go with them. */
export type FaceStore = ReturnType<typeof createFaceStore>;
