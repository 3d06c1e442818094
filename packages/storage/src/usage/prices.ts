import type { Kysely } from "kysely";
import type { WriteInOrder } from "../change.ts";
import { writeAudit, type AuditEntry } from "../people/audit.ts";
import type { PriceRow } from "../schema/rows/usage.ts";
import type { Tables } from "../schema/tables.ts";

/** The price of a model's tokens from a day on, until the day of its next price. */
export interface Price {
  readonly id: string;
  /** By the name that its replies are counted under. */
  readonly model: string;
  /** The first moment of a day in UTC. */
  readonly from: number;
  /** As ISO 4217 has it, such as `EUR`. */
  readonly currency: string;
  /** For a million tokens, in millionths of the currency's unit: whole numbers, so that sums are exact. */
  readonly input: number;
  readonly output: number;
  /** Of input tokens that the provider had kept; `null` where they cost what others do. */
  readonly cached: number | null;
  readonly createdAt: number;
}

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly writeInOrder: WriteInOrder;
}

/** Prices, the same in every database. */
export function createPriceStore({ database, writeInOrder }: Dependencies) {
  return {
    /** By model, the newest of each first. */
    async list(): Promise<readonly Price[]> {
      const rows = await database
        .selectFrom("prices")
        .selectAll()
        .orderBy("model")
        .orderBy("from_day", "desc")
        .execute();
      return rows.map(priceOf);
    },

    /** In place of the price that the model had from the same day on. */
    set: (
      price: Price,
      audit?: AuditEntry,
    ): Promise<{ readonly kind: "set" } | { readonly kind: "currency_differs"; readonly currency: string }> =>
      writeInOrder(async (transaction) => {
        const other = await transaction
          .selectFrom("prices")
          .select("currency")
          .where("currency", "!=", price.currency)
          .where((row) => row.not(row.and({ model: price.model, from_day: price.from })))
          .executeTakeFirst();
        if (other) return { kind: "currency_differs", ...other };
        await transaction
          .deleteFrom("prices")
          .where("model", "=", price.model)
          .where("from_day", "=", price.from)
          .execute();
        await transaction.insertInto("prices").values(rowOf(price)).execute();
        await writeAudit(transaction, audit);
        return { kind: "set" };
      }),

    /** @returns false when there is none */
    remove: ({ id, audit }: { readonly id: string; readonly audit?: AuditEntry }): Promise<boolean> =>
      writeInOrder(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("prices")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return false;
        await writeAudit(transaction, audit);
        return true;
      }),
  };
}

/** Prices that the operator has entered, all in one currency. Writes are made one after another on all nodes. */
export type PriceStore = ReturnType<typeof createPriceStore>;

function priceOf({ from_day: from, created_at: createdAt, ...price }: PriceRow): Price {
  return { ...price, from, createdAt };
}

function rowOf({ from, createdAt, ...price }: Price): PriceRow {
  return { ...price, from_day: from, created_at: createdAt };
}
