import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Storage } from "../../src/index.ts";
import { returnOf, takeOf } from "./handoff-samples.ts";
import { auditedIn, putOperator, sampleAudit } from "./operator-samples.ts";
import { putAgent, startChat } from "./samples.ts";
import type { OpenStorage } from "./samples.ts";

const hourMs = 3_600_000;
const round = { channel: "mail", gapMs: 60_000, perHour: 3 } as const;

/** A chat that waits since then. */
export async function startWaiting(storage: Storage, at: number): Promise<string> {
  const { sessionId } = await startChat(storage);
  const { operator: _nobody, ...move } = takeOf(sessionId, { to: "waiting", at });
  await storage.handoffs.move({ ...move, event: { id: randomUUID(), type: "waiting" } });
  return sessionId;
}

/** The people who are notified of waiting visitors, and of which chats. */
export function alertPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: alerts`, () => {
    test("a chat that waits is there until somebody takes it, with when it was told of", async () => {
      await using storage = await open();
      const { alerts, handoffs } = storage;
      await putAgent(storage);
      const sessionId = await startWaiting(storage, 5_000);
      const waiting = { sessionId, agentId: "guide", since: 5_000, state: "waiting", stateSince: 5_000 };
      const query = { missedSince: 0, addressSince: 0, now: 6_000 };
      expect(await alerts.waiting(query)).toEqual([{ ...waiting, notedAt: 6_000, pushedAt: null }]);
      await alerts.told({ sessionIds: [sessionId, "ses_gone"], at: 7_000 });
      expect(await alerts.waiting(query)).toEqual([{ ...waiting, notedAt: 6_000, pushedAt: 7_000 }]);
      await handoffs.move(takeOf(sessionId, { expected: 1, at: 8_000 }));
      expect(await alerts.waiting(query)).toEqual([]);
    });

    test("one in which nobody came is missed for a while, one that its visitor took back is not", async () => {
      await using storage = await open();
      const { alerts, handoffs } = storage;
      await putAgent(storage);
      const [missed, left] = [await startWaiting(storage, 5_000), await startWaiting(storage, 5_001)];
      await alerts.waiting({ missedSince: 0, addressSince: 0, now: 6_000 });
      for (const [sessionId, type] of [
        [missed, "nobody"],
        [left, "back_to_assistant"],
      ] as const)
        await handoffs.move(returnOf(sessionId, { at: 9_000, event: { id: randomUUID(), type } }));
      const found = await alerts.waiting({ missedSince: 6_000, addressSince: 0, now: 10_000 });
      expect(found.map(({ sessionId, state, since }) => ({ sessionId, state, since }))).toEqual([
        { sessionId: missed, state: "missed", since: 9_000 },
      ]);
      expect(await alerts.waiting({ missedSince: 6_001, addressSince: 0, now: 10_000 })).toEqual([]);
    });

    test("one that was marked as done is not missed, whoever came", async () => {
      await using storage = await open();
      const { alerts, handoffs, visitorMail } = storage;
      await putAgent(storage);
      const sessionId = await startWaiting(storage, 5_000);
      const left = { language: null, page: null, at: 5_000 };
      await visitorMail.saveAddress({ sessionId, email: "ada@home.example", ...left });
      await alerts.waiting({ missedSince: 0, addressSince: 0, now: 6_000 });
      await handoffs.move(returnOf(sessionId, { at: 9_000, event: { id: randomUUID(), type: "nobody" } }));
      expect(await visitorMail.markDone({ sessionId, at: 9_500 })).toBe("done");
      expect(await alerts.waiting({ missedSince: 6_000, addressSince: 0, now: 10_000 })).toEqual([]);
    });

    test("an address left by somebody who waited is one to answer only since nobody came", async () => {
      await using storage = await open();
      const { alerts, handoffs, visitorMail, chatIndex } = storage;
      await putAgent(storage);
      const sessionId = await startWaiting(storage, 5_000);
      const left = { language: null, page: null, at: 5_100 };
      await visitorMail.saveAddress({ sessionId, email: "ada@home.example", ...left });
      await alerts.waiting({ missedSince: 0, addressSince: 0, now: 6_000 });
      await alerts.told({ sessionIds: [sessionId], at: 7_000 });
      await handoffs.move(returnOf(sessionId, { at: 9_000, event: { id: randomUUID(), type: "nobody" } }));
      await chatIndex.catchUp();
      const found = await alerts.waiting({ missedSince: 0, addressSince: 0, now: 10_000 });
      expect(found).toMatchObject([
        { sessionId, state: "address", since: 5_100, stateSince: 9_000, pushedAt: 7_000 },
      ]);
    });

    test("an erased chat leaves nothing", async () => {
      await using storage = await open();
      const { alerts, conversations } = storage;
      await putAgent(storage);
      const sessionId = await startWaiting(storage, 5_000);
      await alerts.waiting({ missedSince: 0, addressSince: 0, now: 6_000 });
      await conversations.erase(sessionId);
      expect(await alerts.waiting({ missedSince: 0, addressSince: 0, now: 6_000 })).toEqual([]);
      await alerts.told({ sessionIds: [sessionId], at: 7_000 });
    });

    test("of several nodes one tells, no sooner than after a while, and not too often in an hour", async () => {
      await using storage = await open();
      const { alerts } = storage;
      const begin = (now: number) => alerts.begin({ ...round, now });
      const start = 100 * hourMs;
      const atOnce = await Promise.all([begin(start), begin(start), begin(start)]);
      expect(atOnce.filter(Boolean)).toEqual([true]);
      expect(await begin(start + 59_999)).toBe(false);
      expect(await begin(start + 60_000)).toBe(true);
      expect(await begin(start + 120_000)).toBe(true);
      expect(await begin(start + 180_000)).toBe(false);
      expect(await alerts.begin({ ...round, channel: "push", now: start + 180_000 })).toBe(true);
      expect(await begin(start + hourMs)).toBe(true);
      expect(await begin(start + hourMs + 60_000)).toBe(true);
    });

    test("rounds are counted for each person, and one in which nobody was told counts no more", async () => {
      await using storage = await open();
      const { alerts, operators } = storage;
      const [one, other] = [await putOperator(storage), await putOperator(storage)];
      const start = 100 * hourMs;
      const begin = (operatorId: string, minute: number) =>
        alerts.begin({ ...round, operatorId, now: start + minute * 60_000 });
      for (const minute of [0, 1, 2]) expect(await begin(one.id, minute)).toBe(true);
      expect(await begin(one.id, 3)).toBe(false);
      expect(await begin(other.id, 3)).toBe(true);
      await alerts.undo({ channel: "mail", operatorId: one.id });
      expect(await begin(one.id, 3)).toBe(true);
      await operators.remove({ id: one.id, at: start });
      expect(await begin(one.id, 4)).toBe(true);
    });

    test("who was mailed of a chat is known, with how often in the hour, until the chat or the person goes", async () => {
      await using storage = await open();
      const { alerts, conversations } = storage;
      await putAgent(storage);
      const { id: operatorId } = await putOperator(storage);
      const sessionId = await startWaiting(storage, 5_000);
      const note = (at: number) => alerts.noteMailed({ operatorId, sessionIds: [sessionId, "ses_gone"], at });
      for (const at of [1_000, 2_000]) await note(at);
      const mailed = { sessionId, operatorId };
      expect(await alerts.mailed([sessionId])).toEqual([{ ...mailed, at: 2_000, hourAt: 1_000, inHour: 2 }]);
      await note(1_000 + hourMs);
      expect(await alerts.mailed([sessionId])).toEqual([
        { ...mailed, at: 1_000 + hourMs, hourAt: 1_000 + hourMs, inHour: 1 },
      ]);
      await alerts.noteMailed({ operatorId: "opr_gone", sessionIds: [sessionId], at: 1 });
      await conversations.erase(sessionId);
      expect(await alerts.mailed([sessionId])).toEqual([]);
    });

    test("people say where they want mail, and are seen while they have the console open", async () => {
      await using storage = await open();
      const { alerts, operators } = storage;
      const { id } = await putOperator(storage, { role: "responder", agents: ["guide"] });
      const person = { id, role: "responder", agents: ["guide"], available: true };
      expect(await alerts.people()).toEqual([{ ...person, presentAt: null, mailTo: null }]);
      const address = "ann@shop.example";
      const audit = sampleAudit({ what: "notifications.change" });
      expect(await alerts.setMail({ operatorId: id, address, enabled: true, audit })).toBe(true);
      expect(await auditedIn(storage)).toEqual(["notifications.change"]);
      for (const at of [50_000, 50_001, 69_999]) await alerts.present(id, at);
      expect(await alerts.people()).toEqual([{ ...person, presentAt: 50_000, mailTo: address }]);
      await alerts.present(id, 70_000);
      await alerts.setMail({ operatorId: id, address, enabled: false });
      expect(await alerts.people()).toEqual([{ ...person, presentAt: 70_000, mailTo: null }]);
      expect(await alerts.mailOf(id)).toEqual({ address, enabled: false });
      expect(JSON.stringify(await operators.find(id))).not.toContain(address);
    });

    test("nobody is given an address who is not there", async () => {
      await using storage = await open();
      const { alerts } = storage;
      expect(await alerts.mailOf("opr_gone")).toBeUndefined();
      const audit = sampleAudit({ what: "notifications.change" });
      expect(await alerts.setMail({ operatorId: "opr_gone", address: null, enabled: false, audit })).toBe(
        false,
      );
      expect(await auditedIn(storage)).toEqual([]);
    });
  });
}
