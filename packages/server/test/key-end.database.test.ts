import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { agentFileSchema } from "@servicechat/contract/agent-file";
import { issueKey } from "@servicechat/operations/key-secret";
import { openSqlite } from "@servicechat/storage/sqlite";
import { createKeyFinder } from "../src/admission/find-key.ts";

test("a key that is to end works until that moment, and not from then on, though nothing else changes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "servicechat-key-end-"));
  try {
    await using storage = await openSqlite({ file: join(folder, "servicechat.db") });
    const definition = agentFileSchema.parse({ id: "shop", name: "Shop", model: { provider: "extractive" } });
    await storage.agents.put({ id: "shop", definition, baseDirectory: "/", at: 1 });
    const { key, ...issued } = issueKey({ randomBytes });
    const settings = { name: "", allowed: ["*"], rateLimit: 60, serverSide: false };
    await storage.keys.create({ ...issued, ...settings, agentId: "shop", createdAt: 1, revokedAt: null });
    await storage.keys.revoke(issued.id, 9_000);

    let now = 8_999;
    const finder = createKeyFinder({ storage, nowMs: () => now });
    expect((await finder.find(key))?.key.id).toBe(issued.id);
    expect((await finder.findByPublicId(issued.id))?.key.id).toBe(issued.id);
    const revision = await storage.revision();
    now = 9_000;
    // At once, from the cache, and again from the storage.
    expect(await finder.find(key)).toBeUndefined();
    expect(await finder.findByPublicId(issued.id)).toBeUndefined();
    expect(await createKeyFinder({ storage, nowMs: () => now }).find(key)).toBeUndefined();
    expect(await storage.revision()).toBe(revision);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
