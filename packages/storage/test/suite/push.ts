import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { PushStore, Storage } from "../../src/index.ts";
import { auditedIn, putOperator, sampleAudit, signIn } from "./operator-samples.ts";
import type { OpenStorage } from "./samples.ts";

type NewSubscription = Parameters<PushStore["save"]>[0];

/** A browser for push messages. */
export const samplePush = (values: Partial<NewSubscription> = {}): NewSubscription => ({
  id: randomUUID(),
  operatorId: "opr_1",
  sessionId: "ops_1",
  sealed: "sealed",
  browser: "Firefox on Linux",
  createdAt: 1_000,
  max: 3,
  ...values,
});

/** The same, in a session of its person. */
async function signedIn(storage: Storage, values: Partial<NewSubscription>): Promise<NewSubscription> {
  const sample = samplePush(values);
  return { ...sample, sessionId: (await signIn(storage, sample.operatorId)).id };
}

/** Browsers that people have pushed to: whose they are, and when they go. */
export function pushPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: push subscriptions`, () => {
    test("are read as written, belong to one person, and one of them is there once", async () => {
      await using storage = await open();
      const { push } = storage;
      const [ada, ben] = [await putOperator(storage), await putOperator(storage)];
      const { max: _max, sessionId, ...record } = await signedIn(storage, { operatorId: ada.id });
      const audit = sampleAudit({ what: "push.create" });
      expect(await push.save({ ...samplePush(), ...record, sessionId, audit })).toBe(true);
      expect(await push.list([ada.id, ben.id])).toEqual([{ ...record, lastAt: null }]);
      await push.used(record.id, 5_000);
      expect(await push.find({ ...record, operatorId: ben.id })).toBeUndefined();
      expect(await push.find(record)).toEqual({ ...record, lastAt: 5_000 });
      await push.save(await signedIn(storage, { id: record.id, operatorId: ben.id }));
      expect(await push.list([ada.id])).toEqual([]);
      expect(await push.list([ben.id])).toHaveLength(1);
      expect(await push.list([])).toEqual([]);
      expect(await auditedIn(storage)).toEqual(["push.create"]);
    });

    test("of which one person has too many lose the oldest", async () => {
      await using storage = await open();
      const { id: operatorId } = await putOperator(storage);
      for (const createdAt of [1, 2, 3, 4])
        await storage.push.save(
          await signedIn(storage, { id: `browser ${createdAt}`, operatorId, createdAt }),
        );
      expect((await storage.push.list([operatorId])).map(({ id }) => id)).toEqual([
        "browser 2",
        "browser 3",
        "browser 4",
      ]);
    });

    test("are removed by their person alone, or because they have ended", async () => {
      await using storage = await open();
      const { push } = storage;
      const { id: operatorId } = await putOperator(storage);
      const one = await signedIn(storage, { operatorId });
      const two = samplePush({ operatorId, sessionId: one.sessionId });
      for (const each of [one, two]) await push.save(each);
      expect(await push.remove({ id: one.id, operatorId: "opr_other" })).toBe(false);
      expect(await push.remove({ id: one.id, operatorId })).toBe(true);
      expect(await push.remove({ id: two.id })).toBe(true);
      expect(await push.list([operatorId])).toEqual([]);
      expect(await push.save(samplePush({ operatorId: "opr_gone", sessionId: one.sessionId }))).toBe(false);
    });

    test("go with the session that is ended, with the person's others, and with the person", async () => {
      await using storage = await open();
      const { push, operatorSessions, operators } = storage;
      const { id: operatorId } = await putOperator(storage);
      const sessions = [];
      for (let each = 0; each < 3; each++) sessions.push(await signIn(storage, operatorId));
      for (const { id: sessionId } of sessions) await push.save(samplePush({ operatorId, sessionId }));
      const count = async () => (await push.list([operatorId])).length;
      const [first, second] = sessions.map(({ id }) => id);
      await operatorSessions.end({ id: first ?? "", operatorId });
      expect(await count()).toBe(2);
      // It came while its session was being ended.
      expect(await push.save(samplePush({ operatorId, sessionId: first ?? "" }))).toBe(false);
      expect(await count()).toBe(2);
      await operatorSessions.endOthers({ operatorId, except: second ?? "" });
      expect(await count()).toBe(1);
      await operators.update({ id: operatorId, values: { role: "editor" } });
      expect(await count()).toBe(0);
      await push.save(await signedIn(storage, { operatorId }));
      await operators.setPassword({ id: operatorId, before: null, passwordHash: "hash" });
      expect(await count()).toBe(0);
      await push.save(await signedIn(storage, { operatorId }));
      await operators.remove({ id: operatorId, at: 3_000 });
      expect(await count()).toBe(0);
    });
  });

  describe(`${driver}: notes that are kept`, () => {
    test("are what was written first, however many write at once", async () => {
      await using storage = await open();
      const kept = await Promise.all(
        ["one", "two", "three"].map((value) => storage.keyValues.keep("k", value)),
      );
      expect(new Set(kept).size).toBe(1);
      expect(await storage.keyValues.keep("k", "four")).toBe(kept[0]);
    });
  });
}
