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
 * Opens a fresh coordination that tells time by this clock. It shares nothing with the ones before, unless it is the
 * restart of one: then it finds what that one left outside its process.
 */
export type OpenCoordination = (
  clock: ManualClock,
  restarted?: { readonly restartOf: Coordination },
) => Promise<Coordination>;

export interface DriverTraits {
  /** Where request windows survive a restart: in the snapshot alone, or in a server with a clock of its own. */
  readonly windowsSurvive: "in the snapshot" | "in a server";
}

/** The promises every way of sharing keeps. Its own test file is one call to this. */
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
