import { setTimeout as pause } from "node:timers/promises";
import type { Loss, Trouble } from "./check-history.ts";
import type { PlannedFault } from "./faults/fault.ts";

/** How long delayed data may still take once the network is whole again, in milliseconds. */
const maxDelayMs = 1_000;

/** Records what a plan did. */
interface Notebook {
  /** How often each kind was injected. */
  readonly faults: Map<string, number>;
  readonly losses: Loss[];
  readonly delays: Trouble[];
  readonly onFailure: ((name: string) => void) | undefined;
}

/** Injects and repairs one fault after the other. */
export async function goThrough(
  plan: Iterable<PlannedFault>,
  { faults, losses, delays, onFailure }: Notebook,
): Promise<void> {
  for (const { fault, holdMs, restMs } of plan) {
    onFailure?.(fault.name);
    faults.set(fault.name, (faults.get(fault.name) ?? 0) + 1);
    const from = performance.now();
    try {
      const heal = await fault.inject();
      await pause(holdMs);
      await heal();
      if (fault.delaysReplies) delays.push({ from, until: performance.now() + maxDelayMs });
    } catch (cause) {
      // A fault that cannot be repaired ends the plan: everything later would only report the same.
      return void losses.push({ kind: "never ended", evidence: `${fault.name}: ${String(cause)}` });
    }
    await pause(restMs);
  }
}
