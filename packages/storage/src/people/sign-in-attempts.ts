import type { Kysely } from "kysely";
import type { SignInAttemptRow } from "../schema/rows/people.ts";
import type { Tables } from "../schema/tables.ts";

/** How attempts of one kind are slowed down. */
export interface AttemptLimit {
  /** Stands for whose attempts they are: a name, an address, a device, or several of these together. */
  readonly hash: string;
  /** How long to wait after this many misses, in milliseconds; 0: not at all. */
  readonly waitAfter: (misses: number) => number;
  /** Misses are forgotten when there was none for this long, in milliseconds. After a day they are in any case. */
  readonly forgetAfterMs?: number;
  /** One miss is forgotten each time this long passes, in milliseconds. */
  readonly forgetOneEveryMs?: number;
}

/** Whether an attempt may be looked at. */
export type AttemptResult =
  | { readonly kind: "attempt_allowed" }
  /** Not to be looked at, and not counted. */
  | { readonly kind: "too_many_attempts"; readonly waitMs: number };

/** Whose attempts are counted; what is left out does not hinder, and is not counted. */
export interface Attempt<Counted> {
  /** Whoever guesses: a success forgets all their misses. */
  readonly guesser?: Counted;
  /** The name that is guessed at, by anybody. */
  readonly name?: Counted;
  readonly address?: Counted;
}

/** Failed sign-ins, one row for each name, each address, and each who guesses. */
export function createSignInAttemptStore({ database }: { readonly database: Kysely<Tables> }) {
  return {
    begin: ({ at, ...limits }: Attempt<AttemptLimit> & { readonly at: number }): Promise<AttemptResult> =>
      database.transaction().execute(async (transaction) => {
        const counted: CountedMisses[] = [];
        // Always in this order: two attempts never wait for each other in a circle.
        for (const kind of kinds) {
          const limit = limits[kind];
          if (limit) counted.push(await lock(transaction, kind, limit, at));
        }
        const waitMs = Math.max(0, ...counted.map(({ waitMs: milliseconds }) => milliseconds));
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

    /** Forgets the misses of the guesser, and takes back what `begin` counted for the others. */
    async succeed({ guesser, ...others }: Attempt<string>): Promise<void> {
      if (guesser !== undefined)
        await database
          .deleteFrom("sign_in_attempts")
          .where("kind", "=", "guesser")
          .where("hash", "=", guesser)
          .execute();
      for (const kind of ["name", "address"] as const) {
        const hash = others[kind];
        if (hash === undefined) continue;
        await database
          .updateTable("sign_in_attempts")
          .set((row) => ({ misses: row("misses", "-", 1) }))
          .where("kind", "=", kind)
          .where("hash", "=", hash)
          .where("misses", ">", 0)
          .execute();
      }
    },
  };
}

/**
 * Counts failed sign-ins, on all nodes together. An attempt counts as a miss when it begins, so that many at once are not
 * all looked at; a success takes that back.
 */
export type SignInAttemptStore = ReturnType<typeof createSignInAttemptStore>;

/** In the order in which they are locked. */
const kinds = ["guesser", "name", "address"] as const;

interface CountedMisses {
  readonly kind: SignInAttemptRow["kind"];
  readonly hash: string;
  readonly misses: number;
  /** How much longer to wait, in milliseconds. */
  readonly waitMs: number;
}

/** Reads a count and locks it until the transaction ends. */
async function lock(
  transaction: Kysely<Tables>,
  kind: SignInAttemptRow["kind"],
  { hash, waitAfter, forgetAfterMs = Infinity, forgetOneEveryMs = Infinity }: AttemptLimit,
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
  const passed = Math.max(0, at - row.last_at);
  const forgotten = passed > forgetAfterMs ? row.misses : Math.floor(passed / forgetOneEveryMs);
  const misses = Math.max(0, row.misses - forgotten);
  return { kind, hash, misses, waitMs: misses === 0 ? 0 : Math.max(0, row.last_at + waitAfter(misses) - at) };
}
