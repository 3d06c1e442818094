import type { KeyRecord } from "@servicechat/storage";
import { revisionOf } from "../lists/revision-of.ts";

/** What an operator may know of a key: never its secret, nor the hash of it. */
export interface KeyView {
  readonly id: string;
  readonly agentId: string;
  readonly name: string;
  /** Canonical entries of its domain list. */
  readonly allowed: readonly string[];
  /** Accepted requests in any 60 seconds. */
  readonly rateLimit: number;
  readonly serverSide: boolean;
  readonly lastFour: string;
  readonly createdAt: number;
  /** From when on it is refused, which may lie ahead; `null` while nobody has revoked it. */
  readonly revokedAt: number | null;
  /** Another one whenever something of the key has changed. */
  readonly revision: string;
}

/** What is shown of a key. */
export function keyView(key: KeyRecord): KeyView {
  const { id, agentId, name, allowed, rateLimit, serverSide, lastFour, createdAt, revokedAt } = key;
  const revision = revisionOf([name, allowed, rateLimit, serverSide, revokedAt]);
  return { id, agentId, name, allowed, rateLimit, serverSide, lastFour, createdAt, revokedAt, revision };
}
