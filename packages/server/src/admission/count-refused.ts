import { isPreview, type RateRefusalStore } from "@servicechat/storage";
import type { Log } from "../dependencies.ts";
import { createLogThrottle } from "../log-throttle.ts";
import type { BoundKey } from "../request-context.ts";
import type { Metrics } from "../telemetry/metrics.ts";

/** Which limit refused a request: that of the whole key, or that of one address. */
type UsedUp = "key" | "address";

/** Lets the operator know of requests that were refused since too many had come. */
export interface RefusedRequestCounter {
  /** Counts one, tells of it in the log at most once an hour for each key and limit, and keeps nobody waiting. */
  add(requestId: string, bound: Pick<BoundKey, "key" | "agent">, usedUp: UsedUp): void;
  /**
   * Adds the counts since the last time to the day's numbers. Counts that could not be stored remain for the next time.
   */
  save(): Promise<void>;
}

interface Dependencies {
  readonly refusals: RateRefusalStore;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly nowMs: () => number;
}

/** Makes a counter. Memory: one entry for each key that refused a request since the last `save`. */
export function createRefusedRequestCounter({
  refusals,
  metrics,
  log,
  nowMs,
}: Dependencies): RefusedRequestCounter {
  const isToTell = createLogThrottle(nowMs);
  let unsaved = new Map<string, Record<UsedUp, number>>();

  function count(keyId: string, more: Partial<Record<UsedUp, number>>): void {
    const { key, address } = unsaved.get(keyId) ?? { key: 0, address: 0 };
    unsaved.set(keyId, { key: key + (more.key ?? 0), address: address + (more.address ?? 0) });
  }

  return {
    add(requestId, { key, agent }, usedUp) {
      if (isPreview(agent.id)) return;
      count(key.id, { [usedUp]: 1 });
      metrics.keyRefusalsOf(key.id)[usedUp]++;
      if (!isToTell(`${usedUp} ${key.id}`)) return;
      const { addressRequestsPerMinute } = agent.definition.limits;
      const ids = { requestId, keyId: key.id, agentId: agent.id };
      if (usedUp === "key")
        log.warn(
          { ...ids, most: key.rateLimit },
          "a key is at its limit: requests from its visitors are refused",
        );
      else
        log.warn(
          { ...ids, limit: "addressRequestsPerMinute", most: addressRequestsPerMinute },
          "an address is at its limit: its requests are refused",
        );
    },

    async save() {
      const taken = unsaved;
      unsaved = new Map();
      const list = Array.from(taken, ([keyId, { key, address }]) => ({
        keyId,
        byKey: key,
        byAddress: address,
      }));
      try {
        await refusals.add(list, nowMs());
      } catch (cause) {
        for (const [keyId, counted] of taken) count(keyId, counted);
        throw cause;
      }
    },
  };
}
