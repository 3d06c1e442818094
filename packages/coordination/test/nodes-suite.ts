import { describe, expect, test } from "vitest";
import { createManualClock } from "./manual-clock.ts";
import type { OpenCoordination } from "./suite.ts";

/** Nodes: who else is there. What only several nodes can show is tested with the drivers that support several. */
export function nodesSuite(driver: string, open: OpenCoordination): void {
  describe(`${driver}: nodes`, () => {
    test("a single node knows itself, by a name that no other start has", async () => {
      await using coordination = await open(createManualClock());
      await using other = await open(createManualClock());
      expect(await coordination.nodes.alive()).toEqual([coordination.nodes.id]);
      expect(other.nodes.id).not.toBe(coordination.nodes.id);
    });

    test("nobody is notified while no node is lost, nor after unsubscribing", async () => {
      const lost: string[] = [];
      const first = await open(createManualClock());
      await using coordination = await open(createManualClock(), { restartOf: first });
      const stop = coordination.nodes.onLost((nodeId) => lost.push(nodeId));
      coordination.nodes.onLost((nodeId) => lost.push(nodeId));
      stop();
      stop();
      await first.close();
      expect(await coordination.nodes.alive()).toContain(coordination.nodes.id);
      expect(lost).toEqual([]);
    });
  });
}
