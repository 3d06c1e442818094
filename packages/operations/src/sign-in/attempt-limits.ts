import type { AttemptLimit } from "@servicechat/storage";

/**
 * Five failed attempts per name are free. Each further one doubles the waiting time, from a second up to a quarter of
 * an hour: the owner of the name is slowed down, never locked out.
 */
export function limitOfName(hash: string): AttemptLimit {
  return { hash, waitAfter: doubling({ free: 5, maxMs: 900_000 }) };
}

/** An address may be a whole office: it waits later, less, and is soon forgotten. */
export function limitOfAddress(address: string): AttemptLimit {
  return {
    hash: address,
    waitAfter: doubling({ free: 20, maxMs: 60_000 }),
    forgetAfterMs: 900_000,
  };
}

function doubling({ free, maxMs }: { readonly free: number; readonly maxMs: number }) {
  return (misses: number) => (misses < free ? 0 : Math.min(maxMs, 1_000 * 2 ** Math.min(misses - free, 30)));
}
