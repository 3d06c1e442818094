import { describe, expect, test } from "vitest";
import type { Notice } from "@servicechat/coordination";
import { createManualClock } from "./manual-clock.ts";
import type { OpenCoordination } from "./suite.ts";

const revoked: Notice = { type: "key-revoked", keyId: "k1" };
const erased: Notice = { type: "session-erased", sessionId: "s1" };

/** Notices: what one node says, every node hears, itself included. */
export function noticesSuite(driver: string, open: OpenCoordination): void {
  describe(`${driver}: notices`, () => {
    test("everyone hears every notice once, in order, the one who said it too", async () => {
      await using coordination = await open(createManualClock());
      const first: Notice[] = [];
      const second: Notice[] = [];
      coordination.notices.subscribe((notice) => first.push(notice));
      coordination.notices.subscribe((notice) => second.push(notice));
      coordination.notices.publish(revoked);
      coordination.notices.publish(erased);
      await expect.poll(() => first).toEqual([revoked, erased]);
      await expect.poll(() => second).toEqual([revoked, erased]);
    });

    test("who stopped listening, and who came later, hears nothing", async () => {
      await using coordination = await open(createManualClock());
      const heard: string[] = [];
      const stop = coordination.notices.subscribe(() => heard.push("stopped"));
      coordination.notices.subscribe(() => heard.push("staying"));
      stop();
      stop();
      coordination.notices.publish(revoked);
      await expect.poll(() => heard).toEqual(["staying"]);
      coordination.notices.subscribe(() => heard.push("late"));
      expect(heard).toEqual(["staying"]);
    });

    test("one function that subscribed twice stops once at a time", async () => {
      await using coordination = await open(createManualClock());
      let calls = 0;
      const listener = (): void => void calls++;
      const stop = coordination.notices.subscribe(listener);
      coordination.notices.subscribe(listener);
      stop();
      coordination.notices.publish(revoked);
      await expect.poll(() => calls).toBe(1);
    });
  });
}
