import type { Count } from "@servicechat/coordination";

/** Whole seconds until a request is worth sending again, one at least; of one that was accepted, until its window has room. */
export function secondsUntilReset({ accepted, resetMs }: Count): number {
  const seconds = Math.ceil(resetMs / 1000);
  return accepted ? seconds : Math.max(1, seconds);
}
