import { publicKeyId } from "@servicechat/contract";
import type { KeyRecord, Storage } from "@servicechat/storage";
import { timeText } from "../print.ts";
import { Refusal } from "../refusal.ts";

/** What is shown of a key: never its secret, nor the hash of it. */
export function keyView(key: KeyRecord) {
  return {
    id: key.id,
    agent: key.agentId,
    name: key.name,
    allowed: key.allowed,
    rateLimit: key.rateLimit,
    serverSide: key.serverSide,
    lastFour: key.lastFour,
    createdAt: timeText(key.createdAt),
    revokedAt: key.revokedAt === null ? null : timeText(key.revokedAt),
  };
}

/** Finds a key by its public id; a whole key that was pasted names one too. @throws Refusal when there is none */
export async function requireKey(storage: Storage, id: string): Promise<KeyRecord> {
  const key = await storage.keys.find(publicKeyId(id) ?? id);
  // A pasted secret is not repeated: terminals and scripts keep what they show.
  if (!key) throw new Refusal(`There is no key '${publicKeyId(id) ?? id}'. See: servicechat key list`);
  return key;
}

/** @throws Refusal when there is no such key, or it is revoked: nothing of it can change any more */
export async function requireLiveKey(storage: Storage, id: string): Promise<KeyRecord> {
  const key = await requireKey(storage, id);
  if (key.revokedAt !== null) throw new Refusal(`Key ${key.id} is revoked. Issue a new one.`);
  return key;
}
