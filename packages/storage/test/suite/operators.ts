import { describe, expect, test } from "vitest";
import {
  auditedIn,
  findSession,
  putOperator,
  sampleAudit,
  sampleOperator,
  sampleToken,
  signIn,
} from "./operator-samples.ts";
import type { OpenStorage } from "./samples.ts";

/** People of the console: made, changed, removed, and never without an owner. */
export function operatorPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: operators`, () => {
    test("a person is read back as made, by id and by name without regard to case", async () => {
      await using storage = await open();
      const made = sampleOperator({ name: "Ada Łęcka", role: "editor", agents: ["guide", "shop"] });
      const expected = {
        ...made,
        displayName: "Ada Łęcka",
        named: false,
        available: true,
        state: "invited",
        lastSeenAt: null,
        revision: 1,
      };
      expect(await storage.operators.create(made)).toEqual({ kind: "created", operator: expected });
      expect(await storage.operators.find(made.id)).toEqual(expected);
      expect(await storage.operators.findByName("ADA ŁĘCKA")).toEqual(expected);
      expect(await storage.operators.findByName("Ada")).toBeUndefined();
      expect(await storage.operators.find("nobody")).toBeUndefined();
    });

    test("a name that differs in case alone is taken, for a new person and for a new name", async () => {
      await using storage = await open();
      await putOperator(storage, { name: "Ada" });
      const other = await putOperator(storage, { name: "Bob" });
      expect(await storage.operators.create(sampleOperator({ name: "ADA" }))).toEqual({ kind: "name_taken" });
      const { id } = other;
      expect(await storage.operators.update({ id, values: { name: "ada" } })).toEqual({ kind: "name_taken" });
      expect(await storage.operators.find(id)).toEqual(other);
      expect(await storage.operators.update({ id, values: { name: "BOB" } })).toMatchObject({
        kind: "updated",
        operator: { name: "BOB", displayName: "BOB" },
      });
    });

    test("the first person is made when nobody is there, and not after that", async () => {
      await using storage = await open();
      const onlyFirst = { onlyFirst: true };
      expect(await storage.operators.create(sampleOperator(), onlyFirst)).toMatchObject({ kind: "created" });
      expect(await storage.operators.create(sampleOperator(), onlyFirst)).toEqual({
        kind: "operators_exist",
      });
    });

    test("a change to an older revision is refused, and a made one names what is now true", async () => {
      await using storage = await open();
      await putOperator(storage, { role: "owner" });
      const { id } = await putOperator(storage, { role: "viewer", agents: ["guide"] });
      const values = { displayName: "Ada", role: "responder", agents: ["shop"] } as const;
      expect(await storage.operators.update({ id, values, expected: 1 })).toMatchObject({
        kind: "updated",
        operator: { ...values, revision: 2 },
      });
      expect(await storage.operators.update({ id, values, expected: 1 })).toEqual({
        kind: "newer_revision",
        revision: 2,
      });
      expect(await storage.operators.update({ id, values: { role: "owner" } })).toMatchObject({
        operator: { role: "owner", agents: null, displayName: "Ada" },
      });
      expect(await storage.operators.update({ id: "nobody", values })).toEqual({
        kind: "operator_not_found",
      });
    });

    test("another role ends the person's sessions, other changes and other people's do not", async () => {
      await using storage = await open();
      const [owner, viewer] = [await putOperator(storage, { role: "owner" }), await putOperator(storage)];
      const session = await signIn(storage, viewer.id);
      const ownersSession = await signIn(storage, owner.id);
      await storage.operators.update({ id: viewer.id, values: { displayName: "V", agents: ["shop"] } });
      expect(await findSession(storage, session)).toMatchObject({ operator: { agents: ["shop"] } });
      await storage.operators.update({ id: viewer.id, values: { role: "editor" } });
      expect(await findSession(storage, session)).toBeUndefined();
      expect(await findSession(storage, ownersSession)).toBeDefined();
    });

    test("the last owner is neither removed nor demoted, and writes no line", async () => {
      await using storage = await open();
      const first = await putOperator(storage, { role: "owner" });
      await putOperator(storage, { role: "editor" });
      const audit = sampleAudit();
      const lastOwner = { kind: "last_owner" };
      const demotion = { id: first.id, values: { role: "editor" }, audit } as const;
      expect(await storage.operators.update(demotion)).toEqual(lastOwner);
      expect(await storage.operators.remove({ id: first.id, at: 5, audit })).toEqual(lastOwner);
      expect(await auditedIn(storage)).toEqual([]);
      await putOperator(storage, { role: "owner" });
      expect(await storage.operators.update(demotion)).toMatchObject({ kind: "updated" });
      expect(await auditedIn(storage)).toEqual(["operator.change"]);
    });

    test("a removed person is gone with sessions, links and bound tokens; what the audit log says of them stays", async () => {
      await using storage = await open();
      await putOperator(storage, { role: "owner" });
      const { id, name } = await putOperator(storage);
      const session = await signIn(storage, id);
      const link = { tokenHash: "unused", expiresAt: 9000 };
      await storage.operators.createLink({ operatorId: id, link });
      const [bound, free] = [sampleToken({ operatorId: id }), sampleToken()];
      for (const token of [bound, free]) await storage.apiTokens.create(token);
      const who = { kind: "operator", id, name } as const;
      await storage.audit.append(sampleAudit({ who, what: "chat.read" }));
      const removal = { id, at: 7000, audit: sampleAudit({ what: "operator.remove" }) };

      expect(await storage.operators.remove(removal)).toEqual({ kind: "removed" });

      expect(await storage.operators.find(id)).toBeUndefined();
      expect(await findSession(storage, session)).toBeUndefined();
      const proof = { kind: "link", tokenHash: "unused" } as const;
      const again = { id: "again", tokenHash: "again", browser: "" };
      expect(await storage.operatorSessions.signIn({ proof, session: again, at: 1 })).toEqual({
        kind: "rejected",
      });
      expect(await storage.apiTokens.find(bound.id)).toMatchObject({
        token: { operatorId: id, revokedAt: 7000 },
        operator: null,
      });
      expect(await storage.apiTokens.find(free.id)).toMatchObject({ token: { revokedAt: null } });
      expect((await storage.audit.list({ who: id, limit: 9 })).items).toMatchObject([
        { who, what: "chat.read" },
      ]);
      expect(await storage.operators.remove(removal)).toEqual({ kind: "operator_not_found" });
      expect(await putOperator(storage, { name })).toMatchObject({ state: "invited" });
    });

    test("people are listed oldest first, page by page", async () => {
      await using storage = await open();
      for (const createdAt of [3000, 1000, 2000, 2000]) await putOperator(storage, { createdAt });
      const first = await storage.operators.list({ limit: 3 });
      expect(first.items.map(({ createdAt }) => createdAt)).toEqual([1000, 2000, 2000]);
      const rest = await storage.operators.list({ limit: 3, ...(first.next && { after: first.next }) });
      expect(rest.items.map(({ createdAt }) => createdAt)).toEqual([3000]);
      expect(rest.next).toBeNull();
    });

    test("a new password ends all other sessions, and the one that set it continues with another token", async () => {
      await using storage = await open();
      const { id } = await putOperator(storage);
      const [mine, other] = [await signIn(storage, id), await signIn(storage, id)];
      expect(await storage.operators.findPassword(id)).toBeNull();
      const session = { id: mine.id, tokenHash: "renewed" };
      const audit = sampleAudit({ what: "password.change" });
      const change = { id, before: null, passwordHash: "$argon2id$1", session, audit };
      expect(await storage.operators.setPassword(change)).toEqual({ kind: "password_set" });
      expect(await storage.operators.findPassword(id)).toBe("$argon2id$1");
      expect(await findSession(storage, mine)).toBeUndefined();
      expect(await findSession(storage, other)).toBeUndefined();
      expect(await findSession(storage, session)).toMatchObject({ session: { id: mine.id } });
      expect(await auditedIn(storage)).toEqual(["password.change"]);

      // Somebody who started with the earlier password comes too late.
      expect(await storage.operators.setPassword(change)).toEqual({ kind: "password_changed_meanwhile" });
      const removal = { id, before: "$argon2id$1", passwordHash: null };
      expect(await storage.operators.setPassword(removal)).toEqual({ kind: "password_set" });
      expect(await storage.operators.findPassword(id)).toBeNull();
      expect(await findSession(storage, session)).toBeUndefined();
      expect(await storage.operators.findPassword("nobody")).toBeUndefined();
      expect(await storage.operators.setPassword({ ...removal, id: "nobody" })).toEqual({
        kind: "operator_not_found",
      });
    });

    test("the mark moves with changes to people, so that others notice", async () => {
      await using storage = await open();
      const marks = [await storage.revision()];
      const owner = await putOperator(storage, { role: "owner" });
      marks.push(await storage.revision());
      await storage.operators.update({ id: owner.id, values: { displayName: "Boss" } });
      marks.push(await storage.revision());
      expect(new Set(marks).size).toBe(3);
    });
  });
}
