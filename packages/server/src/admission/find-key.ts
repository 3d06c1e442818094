import { after } from "../after.ts";
import { isPreview } from "@servicechat/storage";
import type { AgentStore, KeyRecord, KeyStore, Storage } from "@servicechat/storage";
import type { BoundKey } from "../request-context.ts";
import { hashSecret } from "@servicechat/operations/key-secret";
import { compileAllowlist } from "@servicechat/operations/origin-allowlist";

/** The parts of the storage that keys are found with. */
type KeySources = Pick<Storage, "revision"> & { readonly agents: AgentStore; readonly keys: KeyStore };

/**
 * Ids that are not known here are looked up so often in a second, whatever they are: on several nodes a key may be newer than
 * all that this one has heard of. More of them cost no query each.
 */
const guessesPerSecond = 10;

const publicId = /^[0-9a-z]{1,32}$/;

/** Finds keys for every request that names one. */
export interface KeyFinder {
  /** The key that a bearer credential names, when it is right and not revoked; else `undefined`. At once, when it is known. */
  find(credential: string): BoundKey | undefined | Promise<BoundKey | undefined>;
  /** The key with this public id, when it is not revoked; for the frame document, which knows no secret. */
  findByPublicId(id: string): Promise<BoundKey | undefined>;
}

/**
 * Finds keys. Results are cached until the storage's revision changes, so a changed allowlist or agent or a revocation
 * applies to the very next request, and an unchanged one costs a comparison.
 */
export function createKeyFinder({
  storage,
  nowMs,
}: {
  readonly storage: KeySources;
  readonly nowMs: () => number;
}): KeyFinder {
  let kept = createKeyCache();
  let keptRevision: number | undefined;
  let isFresh = false;

  const hasEnded = ({ revokedAt }: Pick<KeyRecord, "revokedAt">) =>
    revokedAt !== null && revokedAt <= nowMs();
  /** A key that was rotated ends at a moment at which nothing moves the revision. */
  const unlessEnded = (bound: BoundKey | undefined) => (bound && hasEnded(bound.key) ? undefined : bound);

  async function load(id: string): Promise<BoundKey | undefined> {
    const key = await storage.keys.find(id);
    if (!key || hasEnded(key)) return undefined;
    const agent = await storage.agents.find(key.agentId);
    return agent && { key, agent, allows: remembering(compileAllowlist(key.allowed)) };
  }

  const guesses = createAllowance(guessesPerSecond);

  /** Whether there is such a key, by a list that is read once for each revision, and only while guesses come in. */
  async function isLive(id: string): Promise<boolean> {
    const { live = readLive() } = kept;
    kept.live = live;
    live.catch(() => {
      if (kept.live === live) kept.live = undefined;
    });
    return (await live).has(id);
  }

  async function readLive(): Promise<ReadonlySet<string>> {
    return new Set(await storage.keys.liveIds(nowMs()));
  }

  /** The current cache. Requests that arrived in one turn of the event loop query the storage once. */
  function current(): KeyCache | Promise<KeyCache> {
    return isFresh ? kept : after(storage.revision(), currentAt);
  }

  function currentAt(revision: number): KeyCache {
    if (revision !== keptRevision) {
      kept = createKeyCache();
      keptRevision = revision;
    }
    isFresh = true;
    setImmediate(expire);
    return kept;
  }

  function expire(): void {
    isFresh = false;
  }

  async function findByPublicId(id: string): Promise<BoundKey | undefined> {
    // An address can hold what no database takes, such as NUL.
    if (!publicId.test(id)) return undefined;
    const { byId, pending } = await current();
    const known = byId.get(id);
    // With several nodes the cache may be a second old. Authors look at a draft sooner, so previews are read each time.
    if (known && !isPreview(known.agent.id)) return unlessEnded(known);
    // Requests that arrive together for one key are one guess.
    const running = pending.get(id);
    if (running) return running;
    const found = lookUp(id, byId).finally(() => pending.delete(id));
    pending.set(id, found);
    return found;
  }

  async function lookUp(id: string, byId: KeyCache["byId"]): Promise<BoundKey | undefined> {
    // Guesses are not kept, since anyone can make them up: they are held against the keys there are.
    if (!byId.has(id) && !guesses.take() && !(await isLive(id))) return undefined;
    const bound = await load(id);
    if (bound) byId.set(id, bound);
    return bound;
  }

  async function prove(credential: string, { byCredential }: KeyCache): Promise<BoundKey | undefined> {
    const match = /^ak_([0-9a-z]+)_([\w-]{1,128})$/.exec(credential);
    if (match?.[1] === undefined || match[2] === undefined) return undefined;
    const bound = await findByPublicId(match[1]);
    if (!bound || hashSecret(match[2]) !== bound.key.secretHash) return undefined;
    if (!isPreview(bound.agent.id)) byCredential.set(credential, bound);
    return bound;
  }

  return {
    findByPublicId,
    find: (credential) =>
      after(current(), (cache) => {
        const proven = cache.byCredential.get(credential);
        return proven ? unlessEnded(proven) : prove(credential, cache);
      }),
  };
}

/** Gives leave for something so often in any second of the clock. */
function createAllowance(perSecond: number): { take(): boolean } {
  let second = 0;
  let taken = 0;
  return {
    take() {
      const now = Math.floor(performance.now() / 1000);
      if (now !== second) [second, taken] = [now, 0];
      return taken++ < perSecond;
    },
  };
}

/** The cached keys. Two maps: an id is public, and must never be found among the proven credentials. */
interface KeyCache {
  readonly byId: Map<string, BoundKey>;
  readonly byCredential: Map<string, BoundKey>;
  /** Look-ups that run, by id. */
  readonly pending: Map<string, Promise<BoundKey | undefined>>;
  /** The ids of all keys that are not revoked; `undefined` as long as nobody needed them. */
  live: Promise<ReadonlySet<string>> | undefined;
}

const createKeyCache = (): KeyCache => ({
  byId: new Map(),
  byCredential: new Map(),
  pending: new Map(),
  live: undefined,
});

/** Most origins remembered per key: pages that ask again are few, and what a list allows may be endless. */
const maxRemembered = 1_000;

/** Remembers the origins that a list allowed, so that a page that asks again costs a look-up. */
function remembering(allows: (origin: string) => boolean): (origin: string) => boolean {
  const allowed = new Set<string>();
  return (origin) => {
    if (allowed.has(origin)) return true;
    if (!allows(origin)) return false;
    if (allowed.size < maxRemembered) allowed.add(origin);
    return true;
  };
}
