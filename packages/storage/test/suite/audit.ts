import { describe, expect, test } from "vitest";
import type { AuditQuery } from "../../src/index.ts";
import { dayMs, sampleAudit } from "./operator-samples.ts";
import type { OpenStorage } from "./samples.ts";

/** The audit log: written once, listed by what one asks, forgotten after 400 days. */
export function auditPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: audit log`, () => {
    test("a line is read back as it was written, of every kind of actor", async () => {
      await using storage = await open();
      const lines = [
        sampleAudit({ at: 5, on: { kind: "operator", id: "ben", name: "Ben" }, details: ["viewer"] }),
        sampleAudit({ at: 4, on: { kind: "chat", id: "ses_1" }, what: "chat.read" }),
        sampleAudit({ at: 3, who: { kind: "token", id: "abc", name: "Reports" }, what: "webhook.create" }),
        sampleAudit({ at: 2, who: { kind: "command_line", id: null, name: null }, address: null }),
        sampleAudit({ at: 1, who: { kind: "system", id: null, name: null } }),
      ];
      for (const line of lines) await storage.audit.append(line);
      expect(await storage.audit.list({ limit: 9 })).toEqual({ items: lines, next: null });
    });

    test("lines are listed newest first, page by page, also those of one moment", async () => {
      await using storage = await open();
      for (const [id, at] of [
        ["a", 5],
        ["b", 5],
        ["c", 5],
        ["d", 4],
      ] as const)
        await storage.audit.append(sampleAudit({ id, at }));
      const ids: string[] = [];
      let after: AuditQuery["after"];
      do {
        const page = await storage.audit.list({ limit: 2, ...(after && { after }) });
        ids.push(...page.items.map(({ id }) => id));
        after = page.next ?? undefined;
      } while (after);
      expect(ids).toEqual(["c", "b", "a", "d"]);
    });

    test("a list can be narrowed by time, actor, action and object", async () => {
      await using storage = await open();
      const who = { kind: "operator", id: "ada", name: "Ada" } as const;
      await storage.audit.append(sampleAudit({ id: "1", at: 10, who }));
      await storage.audit.append(sampleAudit({ id: "2", at: 20, what: "key.revoke" }));
      await storage.audit.append(sampleAudit({ id: "3", at: 30, on: { kind: "key", id: "shop1" } }));
      const idsOf = async (query: Omit<AuditQuery, "limit">) =>
        (await storage.audit.list({ ...query, limit: 9 })).items.map(({ id }) => id);
      expect(await idsOf({ from: 20 })).toEqual(["3", "2"]);
      expect(await idsOf({ to: 20 })).toEqual(["1"]);
      expect(await idsOf({ who: "ada" })).toEqual(["1"]);
      expect(await idsOf({ what: "key.revoke" })).toEqual(["2"]);
      expect(await idsOf({ on: "shop1" })).toEqual(["3"]);
      expect(await idsOf({ on: "shop1", to: 30 })).toEqual([]);
    });

    test("previews, which earlier versions recorded, are listed only when asked for", async () => {
      await using storage = await open();
      await storage.audit.append(sampleAudit({ what: "agent.preview" }));
      expect((await storage.audit.list({ limit: 9 })).items).toEqual([]);
      expect((await storage.audit.list({ limit: 9, what: "agent.preview" })).items).toHaveLength(1);
    });

    test("lines are forgotten after 400 days, and not before", async () => {
      await using storage = await open();
      await storage.audit.append(sampleAudit({ id: "old", at: 1000 }));
      await storage.audit.append(sampleAudit({ id: "young", at: 1001 }));
      await storage.conversations.expire({ now: 400 * dayMs + 1001, idleSince: 0, createdSince: 0 });
      expect((await storage.audit.list({ limit: 9 })).items.map(({ id }) => id)).toEqual(["young"]);
    });
  });
}
