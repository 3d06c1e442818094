import type { Kysely } from "kysely";
import type { SignInAttemptRow } from "../operators/operator-tables.ts";
import type { Tables } from "../schema/tables.ts";
import type { AttemptLimit, SignInAttemptStore } from "./sign-in-attempt-store.ts";

/** Failed sign-ins, one row for each name and each address. */
export function createSignInAttemptStore({
  database,
}: {
  readonly database: Kysely<Tables>;
}): SignInAttemptStore {
  return {
    begin: ({ name, address, at }) =>
      database.transaction().execute(async (transaction) => {
        // Always in this order: two attempts never wait for each other in a circle.
        const counted = [
          ...(name ? [await lock(transaction, "name", name, at)] : []),
          await lock(transaction, "address", address, at),
        ];
        const waitMs = Math.max(...counted.map(({ waitMs: milliseconds }) => milliseconds));
        if (waitMs > 0) return { kind: "too_many_attempts", waitMs };
        for (const { kind, hash, misses } of counted)
          await transaction
            .updateTable("sign_in_attempts")
            .set({ misses: misses + 1, last_at: at })
            .where("kind", "=", kind)
            .where("hash", "=", hash)
            .execute();
        return { kind: "attempt_allowed" };
      }),

    async succeed({ name, address }) {
      if (name !== undefined)
        await database
          .deleteFrom("sign_in_attempts")
          .where("kind", "=", "name")
          .where("hash", "=", name)
          .execute();
      await database
        .updateTable("sign_in_attempts")
        .set((row) => ({ misses: row("misses", "-", 1) }))
        .where("kind", "=", "address")
        .where("hash", "=", address)
        .where("misses", ">", 0)
        .execute();
    },
  };
}

interface CountedMisses {
  readonly kind: SignInAttemptRow["kind"];
  readonly hash: string;
  readonly misses: number;
  /** How much longer to wait, in milliseconds. */
  readonly waitMs: number;
}

/** Reads a count that nobody else changes until the transaction ends. */
async function lock(
  transaction: Kysely<Tables>,
  kind: SignInAttemptRow["kind"],
  { hash, waitAfter, forgetAfterMs = Infinity }: AttemptLimit,
  at: number,
): Promise<CountedMisses> {
  const row = await transaction
    .insertInto("sign_in_attempts")
    .values({ kind, hash, misses: 0, last_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(["kind", "hash"])
        .doUpdateSet((kept) => ({ misses: kept.ref("sign_in_attempts.misses") })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  const misses = at - row.last_at > forgetAfterMs ? 0 : row.misses;
  return { kind, hash, misses, waitMs: misses === 0 ? 0 : Math.max(0, row.last_at + waitAfter(misses) - at) };
}
