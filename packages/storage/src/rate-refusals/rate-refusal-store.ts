/** Requests of a key that were refused since too many had come. */
export interface RefusedRequests {
  readonly keyId: string;
  /** By the key's own limit: including those of visitors, whoever used it up. */
  readonly byKey: number;
  /** By the limit for single addresses. */
  readonly byAddress: number;
}

/** How many requests were refused, by key and day of UTC. */
export interface RateRefusalStore {
  /** Adds to what was counted on the day of a moment, in this process and others. Each key stands once in the list. */
  add(refused: readonly RefusedRequests[], at: number): Promise<void>;
  /** The counts on the day of a moment. Keys without refusals are missing. */
  countedOn(at: number): Promise<readonly RefusedRequests[]>;
}
