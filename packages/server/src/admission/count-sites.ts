import type { KeySiteStore, SiteRequests } from "@servicechat/storage";
import type { Log } from "../dependencies.ts";
import { runEvery } from "../run-every.ts";
import { causeOf } from "../telemetry/cause-of.ts";

/** How often what was counted is stored, in milliseconds. */
const saveMs = 1_000;

/** Longest origin: a scheme, a host name and a port. */
const maxOriginLength = 269;

/** Keys and origins that are held until they are stored: strangers may name any number of origins. */
const maxHeld = 2_000;

/** Counts from which sites a key's requests come. */
export interface SiteCounter {
  add(keyId: string, origin: string | undefined, outcome: "admitted" | "refused"): void;
  /** Stores what is left, and ends. */
  stop(): Promise<void>;
}

/** Counts in memory, and stores that at most once a second: a request costs an addition. */
export function createSiteCounter({
  keySites,
  log,
  nowMs,
}: {
  readonly keySites: Pick<KeySiteStore, "add">;
  readonly log: Log;
  readonly nowMs: () => number;
}): SiteCounter {
  let counted = new Map<string, { -readonly [Name in keyof SiteRequests]: SiteRequests[Name] }>();

  async function save(): Promise<void> {
    if (counted.size === 0) return;
    const sites = [...counted.values()];
    counted = new Map();
    await keySites.add(sites);
  }

  const stopSaving = runEvery({
    everyMs: saveMs,
    run: save,
    failed: (cause) => log.debug(causeOf(cause), "sites of keys could not be stored"),
  });

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
    async stop() {
      await stopSaving();
      await save().catch(() => undefined);
    },
  };
}

/** Whether a text is an origin as browsers serialize one. */
function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.parse(text)?.origin === text;
}
