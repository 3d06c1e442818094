import { publicKeyId } from "@servicechat/contract";
import type { KeyView } from "@servicechat/operations";
import { timeText } from "../output/print.ts";

/** The fields of a key that are printed. */
export function keyView(key: KeyView) {
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

/**
 * The public id of a key. A whole key is accepted too but not repeated, because terminals and scripts keep what they
 * print.
 */
export function keyIdOf(text: string): string {
  return publicKeyId(text) ?? text;
}
