import { randomBytes } from "node:crypto";
import { issueKey } from "@servicechat/operations/key-secret";
import type { Storage } from "@servicechat/storage";
import { shop } from "./shop.ts";

/** The properties of a test's key that differ from the default. */
export interface KeyOptions {
  readonly allowed?: readonly string[];
  readonly rateLimit?: number;
  readonly serverSide?: boolean;
}

/** Creates another key for an agent. */
export async function createKey(
  storage: Pick<Storage, "keys">,
  agentId: string,
  { allowed = [shop], rateLimit = 1_000, serverSide = false }: KeyOptions = {},
): Promise<{ readonly key: string; readonly id: string }> {
  const { id, key, secretHash, lastFour } = issueKey({ randomBytes });
  const rights = { allowed, rateLimit, serverSide };
  const record = { id, agentId, name: "test", secretHash, lastFour, createdAt: Date.now(), revokedAt: null };
  await storage.keys.create({ ...record, ...rights });
  return { key, id };
}
