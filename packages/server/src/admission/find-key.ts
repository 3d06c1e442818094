import type { AgentStore, KeyStore, Storage } from "@servicechat/storage";
import type { BoundKey } from "../visit.ts";
import { hashSecret } from "./issue-key.ts";
import { compileAllowlist } from "./origin-allowlist.ts";

/** The parts of the storage that keys are found with. */
type KeySources = Pick<Storage, "revision"> & { readonly agents: AgentStore; readonly keys: KeyStore };

const publicId = /^[0-9a-z]{1,32}$/;

/** Finds keys for every request that names one. */
export interface KeyFinder {
  /** The key that a bearer credential names, when it is right and not revoked; else `undefined`. At once, when it is known. */
  find(credential: string): BoundKey | undefined | Promise<BoundKey | undefined>;
  /** The key with this public id, when it is not revoked; for the frame document, which knows no secret. */
  findByPublicId(id: string): Promise<BoundKey | undefined>;
}

/**
 * Finds keys. What was read is kept until the storage's revision moves, so an edited allowlist, a changed agent
 * or a revocation holds from the very next request, and an unchanged one costs a comparison.
 */
export function createKeyFinder(storage: KeySources): KeyFinder {
  let kept = createKept();
  let keptRevision: number | undefined;
  let isFresh = false;

  async function load(id: string): Promise<BoundKey | undefined> {
    const key = await storage.keys.find(id);
    if (!key || key.revokedAt !== null) return undefined;
    const agent = await storage.agents.find(key.agentId);
    return agent && { key, agent, allows: remembering(compileAllowlist(key.allowed)) };
  }

  /** What is known now. Requests that arrived together, in one turn of the event loop, ask the storage once. */
  async function current(): Promise<Kept> {
    if (isFresh) return kept;
    const revision = await storage.revision();
    if (revision !== keptRevision) {
      kept = createKept();
      keptRevision = revision;
    }
    isFresh = true;
    setImmediate(() => {
      isFresh = false;
    });
    return kept;
  }

  async function findByPublicId(id: string): Promise<BoundKey | undefined> {
    // An address can hold what no database takes, such as NUL.
    if (!publicId.test(id)) return undefined;
    const { byId } = await current();
    // Unknown ids are not kept: anyone can make them up, and memory must not grow with guesses.
    const bound = byId.get(id) ?? (await load(id));
    if (bound) byId.set(id, bound);
    return bound;
  }

  async function prove(credential: string): Promise<BoundKey | undefined> {
    const { byCredential } = await current();
    const proven = byCredential.get(credential);
    if (proven) return proven;
    const match = /^ak_([0-9a-z]+)_([\w-]{1,128})$/.exec(credential);
    if (match?.[1] === undefined || match[2] === undefined) return undefined;
    const bound = await findByPublicId(match[1]);
    if (!bound || hashSecret(match[2]) !== bound.key.secretHash) return undefined;
    byCredential.set(credential, bound);
    return bound;
  }

  return {
    findByPublicId,
    find: (credential) => (isFresh && kept.byCredential.get(credential)) || prove(credential),
  };
}

/** What is known of keys. Two maps: an id is public, and must never be found where a secret was proven. */
interface Kept {
  readonly byId: Map<string, BoundKey>;
  readonly byCredential: Map<string, BoundKey>;
}

const createKept = (): Kept => ({ byId: new Map(), byCredential: new Map() });

/** Most origins remembered per key: pages that ask again are few, and what a list allows may be endless. */
const mostRemembered = 1_000;

/** Remembers the origins that a list allowed, so that a page that asks again costs a look-up. */
function remembering(allows: (origin: string) => boolean): (origin: string) => boolean {
  const allowed = new Set<string>();
  return (origin) => {
    if (allowed.has(origin)) return true;
    if (!allows(origin)) return false;
    if (allowed.size < mostRemembered) allowed.add(origin);
    return true;
  };
}
