import { describe, expect, test } from "vitest";
import type { NodeEvent } from "@servicechat/coordination";
import { createManualClock } from "./manual-clock.ts";
import type { OpenCoordination } from "./suite.ts";

const revoked: NodeEvent = { type: "key-revoked", keyId: "k1" };
const erased: NodeEvent = { type: "session-erased", sessionId: "s1" };

/** Events between nodes: what one node publishes, every node receives, including itself. */
export function nodeEventsSuite(driver: string, open: OpenCoordination): void {
  describe(`${driver}: events between nodes`, () => {
    test("everyone receives every event once, in order, including the publisher", async () => {
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

    test("those who unsubscribed, and those who came later, receive nothing", async () => {
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

    test("one function that subscribed twice unsubscribes once at a time", async () => {
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
