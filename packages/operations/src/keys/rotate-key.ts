import type { KeyRecord } from "@servicechat/storage";
import type { Actor } from "../access/actor.ts";
import { auditLine } from "../access/audit-line.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { OperationContext } from "../operation-context.ts";
import { requireLive } from "./change-key.ts";
import { issueKey } from "./key-secret.ts";
import { isWholeFrom, keyLimits } from "./key-settings.ts";
import { keyView } from "./key-view.ts";
import type { CreatedKey } from "./create-key.ts";

/** A key that takes the place of another. */
export interface RotatedKey extends CreatedKey {
  /** Id of the key before. */
  readonly replaces: string;
}

const hourMs = 3_600_000;

/**
 * Issues a key with the settings of another, which ends after the overlap: time to put the new one on the pages.
 *
 * @param overlapHours 0: the other is refused from its next request
 */
export async function rotateKey(
  context: OperationContext,
  before: KeyRecord,
  { overlapHours = 24 }: { readonly overlapHours?: number },
  actor: Actor,
): Promise<RotatedKey | RefusedAs<"key_revoked" | "key_setting_invalid">> {
  const { min, max } = keyLimits.overlapHours;
  if (!isWholeFrom(overlapHours, min, max)) {
    const reason = `must be a whole number from ${min} to ${max}`;
    return { kind: "key_setting_invalid", setting: "overlapHours", reason };
  }
  const revoked = requireLive(before);
  if (revoked) return revoked;
  const { key, id, secretHash, lastFour } = issueKey(context);
  const at = context.now();
  const record: KeyRecord = { ...before, id, secretHash, lastFour, createdAt: at, replaces: before.id };
  const endsAt = at + overlapHours * hourMs;
  const audit = auditLine(context, actor, "key.rotate", { kind: "key", id: before.id });
  const ended = await context.storage.keys.replace(before.id, record, endsAt, audit);
  if (!ended) return { kind: "key_revoked", id: before.id };
  if (overlapHours === 0) context.nodeEvents.publish({ type: "key-revoked", keyId: before.id });
  return { ...keyView(record), key, replaces: before.id };
}
