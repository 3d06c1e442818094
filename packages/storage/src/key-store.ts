export interface KeyRecord {
  /** The public part of the key, lower-case letters and digits. */
  readonly id: string;
  readonly agentId: string;
  readonly name: string;
  /** SHA-256 of the secret part, lower-case hex. */
  readonly secretHash: string;
  readonly lastFour: string;
  /** Canonical allowlist entries; an empty list denies every origin. */
  readonly allowed: readonly string[];
  /** Accepted requests in any 60 seconds. */
  readonly rateLimit: number;
  /** Also accepts requests that carry no `Origin` at all. */
  readonly serverSide: boolean;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

export interface KeyStore {
  create(key: KeyRecord): Promise<void>;
  find(id: string): Promise<KeyRecord | undefined>;
  /** All keys, or those of one agent, oldest first; revoked ones too. */
  list(agentId?: string): Promise<readonly KeyRecord[]>;
  /**
   * Each returns the key as it is now, or `undefined` when there is none.
   *
   * @param before the list that `allowed` was made from: when it is another one by now, nothing changes, and the answer is
   *   `undefined` too
   */
  setAllowed(
    id: string,
    allowed: readonly string[],
    before?: readonly string[],
  ): Promise<KeyRecord | undefined>;
  setRateLimit(id: string, rateLimit: number): Promise<KeyRecord | undefined>;
  revoke(id: string, at: number): Promise<KeyRecord | undefined>;
}
