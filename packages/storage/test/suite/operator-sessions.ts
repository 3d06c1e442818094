import { describe, expect, test } from "vitest";
import {
  auditedIn,
  dayMs,
  findSession,
  putOperator,
  sampleAudit,
  sampleOperator,
  signIn,
} from "./operator-samples.ts";
import { newId, type OpenStorage } from "./samples.ts";

const newSession = () => {
  const id = newId("ops");
  return { id, tokenHash: `hash of ${id}`, browser: "Firefox on Linux" };
};

/** Links that sign people in, and the sessions that come of it. */
export function operatorSessionPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: operators' sessions`, () => {
    test("a link signs its person in once, makes them active, and says so in the audit log", async () => {
      await using storage = await open();
      const made = sampleOperator({ role: "owner" });
      const link = { tokenHash: "the link", expiresAt: 2000 };
      await storage.operators.create(made, { link });
      const proof = { kind: "link", tokenHash: "the link" } as const;
      const session = newSession();
      const audit = { id: newId("aud"), address: "hashed" };

      expect(await storage.operatorSessions.signIn({ proof, session, at: 1999, audit })).toMatchObject({
        kind: "signed_in",
        operator: { id: made.id, state: "active", lastSeenAt: 1999 },
      });

      expect(await findSession(storage, session)).toMatchObject({
        session: { id: session.id, browser: session.browser, createdAt: 1999, lastSeenAt: 1999 },
        operator: { id: made.id, state: "active" },
      });
      const again = { proof, session: newSession(), at: 1999, audit: { ...audit, id: newId("aud") } };
      expect(await storage.operatorSessions.signIn(again)).toEqual({ kind: "rejected" });
      expect(await findSession(storage, again.session)).toBeUndefined();
      expect((await storage.audit.list({ limit: 9 })).items).toEqual([
        {
          ...audit,
          at: 1999,
          who: { kind: "operator", id: made.id, name: made.name },
          what: "sign_in",
          on: null,
        },
      ]);
    });

    test("links live beside each other, each until its own end", async () => {
      await using storage = await open();
      const { id: operatorId } = await putOperator(storage);
      for (const [tokenHash, expiresAt] of [
        ["early", 1000],
        ["late", 3000],
        ["later", 4000],
      ] as const)
        expect(await storage.operators.createLink({ operatorId, link: { tokenHash, expiresAt } })).toEqual({
          kind: "created",
        });
      const use = (tokenHash: string, at: number) =>
        storage.operatorSessions.signIn({ proof: { kind: "link", tokenHash }, session: newSession(), at });
      expect(await use("early", 1000)).toEqual({ kind: "rejected" });
      expect(await use("later", 1000)).toMatchObject({ kind: "signed_in" });
      expect(await use("late", 2999)).toMatchObject({ kind: "signed_in" });
      expect(await use("unknown", 1)).toEqual({ kind: "rejected" });
      const link = { tokenHash: "x", expiresAt: 9 };
      expect(await storage.operators.createLink({ operatorId: "nobody", link })).toEqual({
        kind: "operator_not_found",
      });
    });

    test("a password that was changed while it was looked at signs nobody in", async () => {
      await using storage = await open();
      const { id: operatorId } = await putOperator(storage);
      await storage.operators.setPassword({ id: operatorId, before: null, passwordHash: "old" });
      const proof = { kind: "password", operatorId, passwordHash: "old" } as const;
      const attempt = () => storage.operatorSessions.signIn({ proof, session: newSession(), at: 5 });
      expect(await attempt()).toMatchObject({ kind: "signed_in" });
      await storage.operators.setPassword({ id: operatorId, before: "old", passwordHash: "new" });
      expect(await attempt()).toEqual({ kind: "rejected" });
    });

    test("a session that was idle for too long or is too old is not found, and not listed", async () => {
      await using storage = await open();
      const { id: operatorId } = await putOperator(storage);
      const session = await signIn(storage, operatorId, { at: 100_000 });
      await storage.operatorSessions.seen({ id: session.id, operatorId, at: 200_000 });
      const alive = { idleSince: 200_000, createdSince: 100_000 };
      const { tokenHash } = session;
      expect(await storage.operatorSessions.find({ tokenHash, ...alive })).toBeDefined();
      expect(await storage.operatorSessions.list({ operatorId, ...alive })).toHaveLength(1);
      for (const dead of [
        { ...alive, idleSince: 200_001 },
        { ...alive, createdSince: 100_001 },
      ]) {
        expect(await storage.operatorSessions.find({ tokenHash, ...dead })).toBeUndefined();
        expect(await storage.operatorSessions.list({ operatorId, ...dead })).toEqual([]);
      }
    });

    test("that somebody was seen is written at most once a minute", async () => {
      await using storage = await open();
      const { id: operatorId } = await putOperator(storage);
      const session = await signIn(storage, operatorId, { at: 100_000 });
      const seenAt = async (at: number) => {
        await storage.operatorSessions.seen({ id: session.id, operatorId, at });
        const found = await findSession(storage, session);
        return [found?.session.lastSeenAt, found?.operator.lastSeenAt];
      };
      expect(await seenAt(159_999)).toEqual([100_000, 100_000]);
      expect(await seenAt(160_000)).toEqual([160_000, 160_000]);
      expect(await seenAt(150_000)).toEqual([160_000, 160_000]);
    });

    test("sessions are listed newest first and ended one by one, never somebody else's", async () => {
      await using storage = await open();
      const [ada, bob] = [await putOperator(storage), await putOperator(storage)];
      const first = await signIn(storage, ada.id, { at: 1000, browser: "Safari" });
      const second = await signIn(storage, ada.id, { at: 2000 });
      const third = await signIn(storage, ada.id, { at: 3000 });
      const bobs = await signIn(storage, bob.id);
      const { operatorSessions } = storage;
      const list = async () =>
        (await operatorSessions.list({ operatorId: ada.id, idleSince: 0, createdSince: 0 })).map(
          ({ id }) => id,
        );
      expect(await list()).toEqual([third.id, second.id, first.id]);

      const audit = () => sampleAudit({ what: "session.end" });
      expect(await operatorSessions.end({ id: bobs.id, operatorId: ada.id, audit: audit() })).toBe(false);
      expect(await findSession(storage, bobs)).toBeDefined();
      expect(await operatorSessions.end({ id: first.id, operatorId: ada.id, audit: audit() })).toBe(true);
      expect(await findSession(storage, first)).toBeUndefined();
      expect(await operatorSessions.endOthers({ operatorId: ada.id, except: third.id, audit: audit() })).toBe(
        1,
      );
      expect(await list()).toEqual([third.id]);
      expect(await findSession(storage, bobs)).toBeDefined();
      expect(await auditedIn(storage)).toEqual(["session.end", "session.end"]);
    });

    test("a session is confirmed by its own person's proof, which gives it another token", async () => {
      await using storage = await open();
      const [ada, bob] = [await putOperator(storage), await putOperator(storage)];
      for (const { id } of [ada, bob])
        await storage.operators.setPassword({ id, before: null, passwordHash: `hash of ${id}` });
      const session = await signIn(storage, ada.id, { at: 1000 });
      const { operatorSessions } = storage;
      expect((await findSession(storage, session))?.session).toMatchObject({ confirmedAt: 1000 });
      const confirm = (by: string, passwordHash = `hash of ${by}`) =>
        operatorSessions.confirm({
          proof: { kind: "password", operatorId: by, passwordHash },
          session: { id: session.id, operatorId: ada.id, tokenHash: "another" },
          at: 5000,
          audit: sampleAudit({ what: "session.confirm" }),
        });
      expect(await confirm(bob.id)).toEqual({ kind: "rejected" });
      expect(await confirm(ada.id, "an older hash")).toEqual({ kind: "rejected" });
      expect(await findSession(storage, session)).toBeDefined();
      expect(await confirm(ada.id)).toEqual({ kind: "confirmed" });
      expect(await findSession(storage, session)).toBeUndefined();
      expect((await findSession(storage, { tokenHash: "another" }))?.session).toMatchObject({
        id: session.id,
        createdAt: 1000,
        confirmedAt: 5000,
      });
      expect(await auditedIn(storage)).toEqual(["session.confirm"]);
      await operatorSessions.end({ id: session.id, operatorId: ada.id });
      expect(await confirm(ada.id)).toEqual({ kind: "rejected" });
    });

    test("links that have expired and sessions older than 30 days are forgotten, others stay", async () => {
      await using storage = await open();
      const { id: operatorId } = await putOperator(storage);
      const old = await signIn(storage, operatorId, { at: 1000 });
      const young = await signIn(storage, operatorId, { at: 2000 });
      const now = 30 * dayMs + 1001;
      for (const [tokenHash, expiresAt] of [
        ["past", now],
        ["open", now + 1],
      ] as const)
        await storage.operators.createLink({ operatorId, link: { tokenHash, expiresAt } });
      await storage.conversations.expire({ now, idleSince: 0, createdSince: 0 });
      expect(await findSession(storage, old)).toBeUndefined();
      expect(await findSession(storage, young)).toBeDefined();
      const use = (tokenHash: string) =>
        storage.operatorSessions.signIn({ proof: { kind: "link", tokenHash }, session: newSession(), at: 1 });
      expect(await use("past")).toEqual({ kind: "rejected" });
      expect(await use("open")).toMatchObject({ kind: "signed_in" });
    });
  });
}
