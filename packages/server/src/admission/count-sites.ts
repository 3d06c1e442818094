import type { KeySiteStore, SiteRequests } from "@servicechat/storage";

/** Longest origin: a scheme, a host name and a port. */
const maxOriginLength = 269;

/** Keys and origins that are held until they are stored: strangers may name any number of origins. */
const maxHeld = 2_000;

/** Counts from which sites a key's requests come. */
export interface SiteCounter {
  add(keyId: string, origin: string | undefined, outcome: "admitted" | "refused"): void;
  /** Stores what was counted since the last time. If that fails, it is lost: nobody decides anything by it. */
  save(): Promise<void>;
}

/** Counts in memory: a request costs an addition. */
export function createSiteCounter({
  keySites,
  nowMs,
}: {
  readonly keySites: Pick<KeySiteStore, "add">;
  readonly nowMs: () => number;
}): SiteCounter {
  let counted = new Map<string, { -readonly [Name in keyof SiteRequests]: SiteRequests[Name] }>();

  return {
    add(keyId, origin, outcome) {
      if (origin === undefined || origin.length > maxOriginLength) return;
      const name = `${keyId} ${origin}`;
      const known = counted.get(name);
      if (!known && (counted.size >= maxHeld || !isOrigin(origin))) return;
      const site = known ?? { keyId, origin, admitted: 0, refused: 0, lastAt: 0 };
      site[outcome]++;
      site.lastAt = nowMs();
      counted.set(name, site);
    },
    async save() {
      if (counted.size === 0) return;
      const sites = [...counted.values()];
      counted = new Map();
      await keySites.add(sites);
    },
  };
}

/** Whether a text is an origin as browsers serialize one. */
function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.parse(text)?.origin === text;
}
