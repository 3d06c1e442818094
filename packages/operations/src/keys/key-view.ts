import type { KeyRecord } from "@servicechat/storage";
import { revisionOf } from "../paging/revision-of.ts";

/** The fields of a key that operators may see: never its secret, nor the secret's hash. */
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
  /** When it ends, which may be in the future; `null` if nobody has revoked it. */
  readonly revokedAt: number | null;
  /** Changes whenever something about the key changes. */
  readonly revision: string;
}

/** The view of a key. */
export function keyView(key: KeyRecord): KeyView {
  const { id, agentId, name, allowed, rateLimit, serverSide, lastFour, createdAt, revokedAt } = key;
  const revision = revisionOf([name, allowed, rateLimit, serverSide, revokedAt]);
  return { id, agentId, name, allowed, rateLimit, serverSide, lastFour, createdAt, revokedAt, revision };
}
