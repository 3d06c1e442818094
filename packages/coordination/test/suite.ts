import type { Clock, Coordination } from "@servicechat/coordination";
import { counterSuite } from "./counter-suite.ts";
import { noticesSuite } from "./notices-suite.ts";
import { repliesSuite } from "./replies-suite.ts";
import { restartSuite } from "./restart-suite.ts";
import { turnsSuite } from "./turns-suite.ts";

/** Opens a fresh coordination that shares nothing with the ones before and tells time by this clock. */
export type OpenCoordination = (clock: Clock) => Promise<Coordination>;

/** The promises every way of sharing keeps. Its own test file is one call to this. */
export function coordinationSuite(driver: string, open: OpenCoordination): void {
  counterSuite(driver, open);
  restartSuite(driver, open);
  repliesSuite(driver, open);
  turnsSuite(driver, open);
  noticesSuite(driver, open);
}
