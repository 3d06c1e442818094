/** A key as it is stored: nothing in here opens anything. */
export interface KeyRecord {
  /** The public part of the key, lower-case letters and digits. */
  readonly id: string;
  readonly agentId: string;
  /** The operator's own; may be empty. */
  readonly name: string;
  /** SHA-256 of the secret part, lower-case hex. */
  readonly secretHash: string;
  /** The end of the secret, by which an operator tells keys apart. */
  readonly lastFour: string;
  /** Canonical allowlist entries; an empty list denies every origin. */
  readonly allowed: readonly string[];
  /** Accepted requests in any 60 seconds. */
  readonly rateLimit: number;
  /** Also accepts requests that carry no `Origin` at all. */
  readonly serverSide: boolean;
  readonly createdAt: number;
  /** `null` while it is good. A revoked key is never good again. */
  readonly revokedAt: number | null;
}

/** Keys. Any change of one moves the storage's revision. */
export interface KeyStore {
  /** @throws when there is a key with this id, or no agent with its `agentId` */
  create(key: KeyRecord): Promise<void>;
  /** Revoked ones too. */
  find(id: string): Promise<KeyRecord | undefined>;
  /** All keys, or those of one agent, oldest first; revoked ones too. */
  list(agentId?: string): Promise<readonly KeyRecord[]>;
  /**
   * Changes the domain list.
   *
   * @param before the list that `allowed` was made from: when it is another one by now, nothing changes
   * @returns the key as it is now; `undefined` when there is none, or nothing changed for `before`
   */
  setAllowed(
    id: string,
    allowed: readonly string[],
    before?: readonly string[],
  ): Promise<KeyRecord | undefined>;
  /** Changes the limit. @returns the key as it is now; `undefined` when there is none */
  setRateLimit(id: string, rateLimit: number): Promise<KeyRecord | undefined>;
  /** Revokes it; one that is revoked keeps the moment at which it was. @returns as `setRateLimit` does */
  revoke(id: string, at: number): Promise<KeyRecord | undefined>;
}
