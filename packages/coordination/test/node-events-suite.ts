import { describe, expect, test } from "vitest";
import type { NodeEvent } from "@servicechat/coordination";
import { createManualClock } from "./manual-clock.ts";
import type { OpenCoordination } from "./suite.ts";

const revoked: NodeEvent = { type: "key-revoked", keyId: "k1" };
const erased: NodeEvent = { type: "session-erased", sessionId: "s1" };

/** Events of nodes: what one node says, every node hears, itself included. */
export function nodeEventsSuite(driver: string, open: OpenCoordination): void {
  describe(`${driver}: events of nodes`, () => {
    test("everyone hears every event once, in order, the one who said it too", async () => {
      await using coordination = await open(createManualClock());
      const first: NodeEvent[] = [];
      const second: NodeEvent[] = [];
      coordination.nodeEvents.subscribe((event) => first.push(event));
      coordination.nodeEvents.subscribe((event) => second.push(event));
      coordination.nodeEvents.publish(revoked);
      coordination.nodeEvents.publish(erased);
      await expect.poll(() => first).toEqual([revoked, erased]);
      await expect.poll(() => second).toEqual([revoked, erased]);
    });

    test("who stopped listening, and who came later, hears nothing", async () => {
      await using coordination = await open(createManualClock());
      const heard: string[] = [];
      const stop = coordination.nodeEvents.subscribe(() => heard.push("stopped"));
      coordination.nodeEvents.subscribe(() => heard.push("staying"));
      stop();
      stop();
      coordination.nodeEvents.publish(revoked);
      await expect.poll(() => heard).toEqual(["staying"]);
      coordination.nodeEvents.subscribe(() => heard.push("late"));
      expect(heard).toEqual(["staying"]);
    });

    test("one function that subscribed twice stops once at a time", async () => {
      await using coordination = await open(createManualClock());
      let calls = 0;
      const listener = (): void => void calls++;
      const stop = coordination.nodeEvents.subscribe(listener);
      coordination.nodeEvents.subscribe(listener);
      stop();
      coordination.nodeEvents.publish(revoked);
      await expect.poll(() => calls).toBe(1);
    });
  });
}
