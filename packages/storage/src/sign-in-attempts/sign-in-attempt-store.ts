/** How attempts of one name or address are slowed down. */
export interface AttemptLimit {
  /** The hash of the name or address. */
  readonly hash: string;
  /** How long to wait after this many misses, in milliseconds; 0: not at all. */
  readonly waitAfter: (misses: number) => number;
  /** Misses are forgotten when there was none for this long, in milliseconds. After a day they are in any case. */
  readonly forgetAfterMs?: number;
}

/** Whether an attempt may be looked at. */
export type AttemptResult =
  | { readonly kind: "attempt_allowed" }
  /** Not to be looked at, and not counted. */
  | { readonly kind: "too_many_attempts"; readonly waitMs: number };

/**
 * Counts failed sign-ins by name and by address, on all nodes together. An attempt counts as a miss when it begins, so that
 * many at once are not all looked at; a success takes that back.
 */
export interface SignInAttemptStore {
  /** @param attempt.name left out for links and passkeys, which no count of names hinders */
  begin(attempt: {
    readonly name?: AttemptLimit;
    readonly address: AttemptLimit;
    readonly at: number;
  }): Promise<AttemptResult>;
  /** Forgets the misses of the name, and takes back the one that `begin` counted for the address. */
  succeed(attempt: { readonly name?: string; readonly address: string }): Promise<void>;
}
