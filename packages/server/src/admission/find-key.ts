import type { AgentStore, KeyStore, Storage } from "@servicechat/storage";
import type { BoundKey } from "../visit.ts";
import { hashSecret } from "./issue-key.ts";
import { compileAllowlist } from "./origin-allowlist.ts";

/** The parts of the storage that keys are found with. */
export type KeySources = Pick<Storage, "revision"> & { readonly agents: AgentStore; readonly keys: KeyStore };

export interface KeyFinder {
  /** The key that a bearer credential names, when it is right and not revoked. */
  find(credential: string): Promise<BoundKey | undefined>;
  /** The key with this public id, when it is not revoked; for the frame document, which knows no secret. */
  findByPublicId(id: string): Promise<BoundKey | undefined>;
}

/**
 * Finds keys. What was read is kept until the storage's revision moves, so an edited allowlist, a changed agent
 * or a revocation holds from the very next request, and an unchanged one costs a comparison.
 */
export function createKeyFinder(storage: KeySources): KeyFinder {
  let kept = new Map<string, BoundKey | undefined>();
  let keptRevision: number | undefined;

  async function load(id: string): Promise<BoundKey | undefined> {
    const key = await storage.keys.find(id);
    if (!key || key.revokedAt !== null) return undefined;
    const agent = await storage.agents.find(key.agentId);
    return agent && { key, agent, allows: compileAllowlist(key.allowed) };
  }

  async function findByPublicId(id: string): Promise<BoundKey | undefined> {
    const revision = await storage.revision();
    if (revision !== keptRevision) {
      kept = new Map();
      keptRevision = revision;
    }
    const known = kept;
    if (known.has(id)) return known.get(id);
    const bound = await load(id);
    // Unknown ids are not kept: anyone can make them up, and memory must not grow with guesses.
    if (bound) known.set(id, bound);
    return bound;
  }

  return {
    findByPublicId,
    async find(credential) {
      const match = /^ak_([0-9a-z]{1,32})_([\w-]{1,128})$/.exec(credential);
      if (match?.[1] === undefined || match[2] === undefined) return undefined;
      const bound = await findByPublicId(match[1]);
      return bound && hashSecret(match[2]) === bound.key.secretHash ? bound : undefined;
    },
  };
}
