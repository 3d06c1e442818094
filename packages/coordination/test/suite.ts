import type { Coordination } from "@servicechat/coordination";
import { counterSuite } from "./counter-suite.ts";
import type { ManualClock } from "./manual-clock.ts";
import { nodesSuite } from "./nodes-suite.ts";
import { nodeEventsSuite } from "./node-events-suite.ts";
import { repliesSuite } from "./replies-suite.ts";
import { restartSuite } from "./restart-suite.ts";
import { concurrencySlotsSuite } from "./concurrency-slots-suite.ts";
import { turnsSuite } from "./turns-suite.ts";

/**
 * Opens a new coordination that uses this clock. It shares nothing with earlier ones, unless it is the restart of one:
 * then it finds what that one left outside its process.
 */
export type OpenCoordination = (
  clock: ManualClock,
  restarted?: { readonly restartOf: Coordination },
) => Promise<Coordination>;

export interface DriverTraits {
  /** Where request windows survive a restart: only in the snapshot, or in a server with its own clock. */
  readonly windowsSurvive: "in the snapshot" | "in a server";
}

/** The promises of every driver. Its own test file is one call to this. */
export function coordinationSuite(driver: string, open: OpenCoordination, traits: DriverTraits): void {
  counterSuite(driver, open, { windowMs: 60_000, counterOf: ({ counter }) => counter });
  counterSuite(driver, open, { windowMs: 3_600_000, counterOf: ({ hourCounter }) => hourCounter });
  concurrencySlotsSuite(driver, open);
  restartSuite(driver, open, traits);
  repliesSuite(driver, open);
  turnsSuite(driver, open);
  nodeEventsSuite(driver, open);
  nodesSuite(driver, open);
}
