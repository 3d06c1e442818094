import { describe, expect, test } from "vitest";
import type { NewVisitorLink, Storage } from "../../src/index.ts";
import { saying, takeOf } from "./handoff-samples.ts";
import { putAgent, startChat } from "./samples.ts";
import type { OpenStorage } from "./samples.ts";

const minute = 60_000;
let number = 0;
const newLink = (): NewVisitorLink => {
  const id = `reply_${++number}`;
  return { id, hash: `hash of ${id}`, sealed: `sealed ${id}` };
};
/** The rules of these tests. */
export const mailRules = {
  awayMs: 2 * minute,
  maxMessageAgeMs: 1e9,
  linkMs: 1e9,
  perDay: 10,
  sessionIdleMs: 1e12,
  sessionAgeMs: 1e12,
  newLink,
  hashAddress: (address: string) => `hash of ${address}`,
};

/** A visitor who left an address, and to whom a person wrote at that time. */
export async function startAbsence(storage: Storage, at: number, email = "ada@home.example") {
  const { sessionId } = await startChat(storage);
  const message = saying("Here I am \u{1f34e}");
  await storage.handoffs.move(takeOf(sessionId, { at, message }));
  await storage.visitorMail.saveAddress({ sessionId, email, language: "de", page: "https://a.example/", at });
  return sessionId;
}

/** Mail to visitors, and the links in it. */
export function visitorMailPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: mail to visitors`, () => {
    test("of several nodes one begins each mail, one sends it, and it tells what was not seen", async () => {
      await using storage = await open();
      const { visitorMail } = storage;
      await putAgent(storage);
      await startAbsence(storage, 10_000);
      await visitorMail.createDue({ ...mailRules, now: 10_000 + 2 * minute - 1 });
      const now = 10_000 + 2 * minute;
      expect(await visitorMail.claim({ now, until: now + 5, limit: 9 })).toEqual([]);
      await Promise.all([1, 2, 3].map(() => visitorMail.createDue({ ...mailRules, now })));
      const claim = () => visitorMail.claim({ now, until: now + 5, limit: 9 });
      const claimed = (await Promise.all([claim(), claim()])).flat();
      expect(claimed).toMatchObject([
        {
          agentId: "guide",
          to: "ada@home.example",
          language: "de",
          page: "https://a.example/",
          expiresAt: now + 1e9,
          tried: 0,
          messages: [{ name: "Ada", text: "Here I am \u{1f34e}" }],
        },
      ]);
      // Its sender was lost: another has it, and what the first says of it counts no more.
      const again = await visitorMail.claim({ now: now + 5, until: now + 9, limit: 9 });
      expect(again).toEqual(claimed);
      const id = claimed[0]?.id ?? "";
      await visitorMail.settle({ id, claim: now + 5, state: "failed", nextAt: null });
      await visitorMail.settle({ id, claim: now + 9, state: "sent", nextAt: null });
      await visitorMail.createDue({ ...mailRules, now: now + 1e6 });
      expect(await visitorMail.claim({ now: now + 1e6, until: now + 2e6, limit: 9 })).toEqual([]);
    });

    test("somebody who is there, or has seen it, gets none", async () => {
      await using storage = await open();
      const { visitorMail } = storage;
      await putAgent(storage);
      const [there, seen] = [await startAbsence(storage, 10_000), await startAbsence(storage, 10_000)];
      await visitorMail.markPresent([there], 100_000);
      await visitorMail.markSeen([seen], 10_001);
      const now = 100_000 + 2 * minute;
      await visitorMail.createDue({ ...mailRules, now: now - 1 });
      expect(await visitorMail.claim({ now, until: now + 1, limit: 9 })).toEqual([]);
      await visitorMail.createDue({ ...mailRules, now });
      await visitorMail.markSeen([there], now);
      expect(await visitorMail.claim({ now, until: now + 1, limit: 9 })).toEqual([]);
      expect(await visitorMail.claim({ now: now + 2, until: now + 3, limit: 9 })).toEqual([]);
    });

    test("an address gets no more mail in a day than it may, whatever is erased meanwhile", async () => {
      await using storage = await open();
      const { visitorMail, conversations } = storage;
      await putAgent(storage);
      const day = 86_400_000;
      const rules = { ...mailRules, perDay: 1 };
      const claim = (now: number) => visitorMail.claim({ now, until: now + 1, limit: 9 });
      const first = await startAbsence(storage, 10_000);
      const seen = await startAbsence(storage, 10_000, "seen@home.example");
      const now = 10_000 + 2 * minute;
      await visitorMail.createDue({ ...rules, now });
      // A mail that was no longer needed does not exist.
      await visitorMail.markSeen([seen], now);
      expect(await claim(now)).toHaveLength(1);
      await conversations.erase(first);
      await startAbsence(storage, now, "Ada@home.example");
      await startAbsence(storage, now, "seen@home.example");
      const later = now + 2 * minute;
      await visitorMail.createDue({ ...rules, now: later });
      expect((await claim(later)).map(({ to }) => to)).toEqual(["seen@home.example"]);
      await visitorMail.createDue({ ...rules, now: now + day });
      expect((await claim(now + day)).map(({ to }) => to)).toContain("Ada@home.example");
    });

    test("no link outlives its chat", async () => {
      await using storage = await open();
      const { visitorMail } = storage;
      await putAgent(storage);
      const now = 10_000 + 2 * minute;
      const ends: (number | undefined)[] = [];
      for (const limits of [{ sessionIdleMs: 5 * minute }, { sessionAgeMs: 4 * minute }]) {
        const sessionId = await startAbsence(storage, 10_000);
        const session = await storage.conversations.find(sessionId);
        await visitorMail.createDue({ ...mailRules, ...limits, now });
        const [mail] = await visitorMail.claim({ now, until: now + 1, limit: 9 });
        const { lastActiveAt = 0, createdAt = 0 } = session ?? {};
        ends.push(mail?.expiresAt);
        expect(mail?.expiresAt).toBe(
          limits.sessionIdleMs ? lastActiveAt + limits.sessionIdleMs : createdAt + 4 * minute,
        );
      }
      expect(ends.every((end = 0) => end < now + mailRules.linkMs)).toBe(true);
    });

    test("a link moves the chat to one token, the first one is worth nothing then, and none is once the chat is erased", async () => {
      await using storage = await open();
      const { visitorMail, conversations } = storage;
      await putAgent(storage);
      const sessionId = await startAbsence(storage, 10_000);
      const now = 10_000 + 2 * minute;
      await visitorMail.createDue({ ...mailRules, now });
      const [mail] = await visitorMail.claim({ now, until: now + 1, limit: 9 });
      const since = { idleSince: 0, createdSince: 0 };
      const link = { linkHash: `hash of ${mail?.id}`, agentId: "guide", tokenHash: "second", ...since, now };
      expect(await visitorMail.redeemLink({ ...link, agentId: "other" })).toBe(undefined);
      expect(await visitorMail.redeemLink({ ...link, now: now + 1e9 })).toBe(undefined);
      expect(await visitorMail.isLinkRedeemed(sessionId)).toBe(false);
      expect(await conversations.findSession({ tokenHash: "second", agentId: "guide", ...since })).toBe(
        undefined,
      );
      const tried = ["second", "third"].map((tokenHash) => visitorMail.redeemLink({ ...link, tokenHash }));
      expect((await Promise.all(tried)).filter(Boolean)).toEqual([{ sessionId, isRepeated: false }]);
      expect(await visitorMail.isLinkRedeemed(sessionId)).toBe(true);
      const found = await Promise.all(
        ["second", "third"].map((tokenHash) =>
          conversations.findSession({ tokenHash, agentId: "guide", ...since }),
        ),
      );
      expect(found.flatMap((session) => session?.id ?? [])).toEqual([sessionId]);
      // The owner of the chat is told so again, and nobody else.
      const again = ["second", "third"].map((tokenHash) => visitorMail.redeemLink({ ...link, tokenHash }));
      expect((await Promise.all(again)).filter(Boolean)).toEqual([{ sessionId, isRepeated: true }]);
      expect(await visitorMail.redeemLink({ ...link, tokenHash: "hash of a token", now: now + 1e9 })).toBe(
        undefined,
      );
      await conversations.erase(sessionId);
      for (const tokenHash of ["second", "third"])
        expect(await conversations.findSession({ tokenHash, agentId: "guide", ...since })).toBe(undefined);
      expect(await visitorMail.claim({ now: 1e12, until: 2e12, limit: 9 })).toEqual([]);
    });
  });
}
