import { setTimeout as pause } from "node:timers/promises";
import type { Loss, Trouble } from "./check-history.ts";
import type { PlannedFault } from "./faults/fault.ts";

/** How long what the network kept back may still need once it is whole again, in milliseconds. */
const maxDelayMs = 1_000;

/** Where it is written down what a plan did. */
interface Notebook {
  /** How often each kind was injected. */
  readonly faults: Map<string, number>;
  readonly losses: Loss[];
  readonly delays: Trouble[];
  readonly onFault: ((name: string) => void) | undefined;
}

/** Injects and heals one fault after the other. */
export async function goThrough(
  plan: Iterable<PlannedFault>,
  { faults, losses, delays, onFault }: Notebook,
): Promise<void> {
  for (const { fault, holdMs, restMs } of plan) {
    onFault?.(fault.name);
    faults.set(fault.name, (faults.get(fault.name) ?? 0) + 1);
    const from = performance.now();
    try {
      const heal = await fault.inject();
      await pause(holdMs);
      await heal();
      if (fault.delaysReplies) delays.push({ from, until: performance.now() + maxDelayMs });
    } catch (cause) {
      // What cannot be mended ends the plan: all that came after would only tell the same.
      return void losses.push({ kind: "never ended", evidence: `${fault.name}: ${String(cause)}` });
    }
    await pause(restMs);
  }
}
