import type { Kysely } from "kysely";
import { writeAudit } from "../audit/write-audit.ts";
import type { WriteInOrder } from "../operators/write-in-order.ts";
import type { Tables } from "../schema/tables.ts";
import type { PriceRow } from "./price-row.ts";
import type { Price, PriceStore } from "./price-store.ts";

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly writeInOrder: WriteInOrder;
}

/** Prices, the same in every database. */
export function createPriceStore({ database, writeInOrder }: Dependencies): PriceStore {
  return {
    async list() {
      const rows = await database
        .selectFrom("prices")
        .selectAll()
        .orderBy("model")
        .orderBy("from_day", "desc")
        .execute();
      return rows.map(priceOf);
    },

    set: (price, audit) =>
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

    remove: ({ id, audit }) =>
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

function priceOf({ from_day: from, created_at: createdAt, ...price }: PriceRow): Price {
  return { ...price, from, createdAt };
}

function rowOf({ from, createdAt, ...price }: Price): PriceRow {
  return { ...price, from_day: from, created_at: createdAt };
}
