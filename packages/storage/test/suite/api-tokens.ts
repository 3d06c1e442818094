import { describe, expect, test } from "vitest";
import { auditedIn, putOperator, sampleAudit, sampleToken } from "./operator-samples.ts";
import type { OpenStorage } from "./samples.ts";

/** API tokens: made, used, revoked, and never forgotten. */
export function tokenPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: API tokens`, () => {
    test("a token is read back as made, with the person it speaks for", async () => {
      await using storage = await open();
      const operator = await putOperator(storage);
      const createdBy = { kind: "operator", id: operator.id, name: operator.name } as const;
      const [bound, free] = [
        sampleToken({ operatorId: operator.id, createdBy, agents: null }),
        sampleToken({ role: "editor" }),
      ];
      const audit = sampleAudit({ what: "token.create" });
      expect(await storage.apiTokens.create(bound, audit)).toEqual({ kind: "created" });
      expect(await storage.apiTokens.create(free)).toEqual({ kind: "created" });
      const fresh = { lastUsedAt: null, revokedAt: null };
      expect(await storage.apiTokens.find(bound.id)).toEqual({ token: { ...bound, ...fresh }, operator });
      expect(await storage.apiTokens.find(free.id)).toEqual({ token: { ...free, ...fresh }, operator: null });
      expect(await storage.apiTokens.find("unknown")).toBeUndefined();
      expect(await storage.apiTokens.create({ ...free, name: "Twin" }, sampleAudit())).toEqual({
        kind: "id_taken",
      });
      expect(await storage.apiTokens.create(sampleToken({ operatorId: "nobody" }), sampleAudit())).toEqual({
        kind: "operator_not_found",
      });
      expect(await auditedIn(storage)).toEqual(["token.create"]);
    });

    test("uses are written at most once a minute", async () => {
      await using storage = await open();
      const { id } = sampleToken();
      await storage.apiTokens.create(sampleToken({ id }));
      const usedAt = async (at: number) => {
        await storage.apiTokens.used({ id, at });
        return (await storage.apiTokens.find(id))?.token.lastUsedAt;
      };
      expect(await usedAt(100_000)).toBe(100_000);
      expect(await usedAt(159_999)).toBe(100_000);
      expect(await usedAt(160_000)).toBe(160_000);
    });

    test("a revoked token stays in the list with the moment of its first revocation", async () => {
      await using storage = await open();
      const token = sampleToken();
      await storage.apiTokens.create(token);
      const revoke = (at: number) =>
        storage.apiTokens.revoke({ id: token.id, at, audit: sampleAudit({ what: "token.revoke" }) });
      const before = await storage.revision();
      expect(await revoke(5000)).toMatchObject({ kind: "revoked", token: { revokedAt: 5000 } });
      expect(await storage.revision()).not.toBe(before);
      expect(await revoke(6000)).toMatchObject({ kind: "already_revoked", token: { revokedAt: 5000 } });
      expect(await storage.apiTokens.revoke({ id: "unknown", at: 1 })).toEqual({ kind: "token_not_found" });
      expect((await storage.apiTokens.list({ limit: 9 })).items).toMatchObject([
        { id: token.id, revokedAt: 5000 },
      ]);
      expect(await auditedIn(storage)).toEqual(["token.revoke"]);
    });

    test("tokens are listed newest first, page by page", async () => {
      await using storage = await open();
      for (const createdAt of [1000, 3000, 2000]) await storage.apiTokens.create(sampleToken({ createdAt }));
      const first = await storage.apiTokens.list({ limit: 2 });
      expect(first.items.map(({ createdAt }) => createdAt)).toEqual([3000, 2000]);
      const rest = await storage.apiTokens.list({ limit: 2, ...(first.next && { after: first.next }) });
      expect(rest).toMatchObject({ items: [{ createdAt: 1000 }], next: null });
    });
  });
}
