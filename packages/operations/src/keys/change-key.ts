import type { KeyRecord } from "@servicechat/storage";
import type { Asker } from "../access/asker.ts";
import { auditLine } from "../access/audit-line.ts";
import type { RefusedAs } from "../access/refused.ts";
import { isAsSeen } from "../lists/revision-of.ts";
import type { OperationParts } from "../operation-parts.ts";
import { keyView } from "./key-view.ts";
import type { KeyView } from "./key-view.ts";
import type { KeySettings } from "./key-settings.ts";

/** A key that can still be changed: nothing of a revoked one can. */
export function requireLive(key: KeyRecord): RefusedAs<"key_revoked"> | undefined {
  return key.revokedAt === null ? undefined : { kind: "key_revoked", id: key.id };
}

/**
 * Changes settings of a key, each time made from what it is now: when somebody else is quicker, what they changed is
 * neither lost nor brought back.
 *
 * @param seen the revision that the asker last saw; absent: whatever is there is changed
 * @param change what is set, checked; empty when nothing is to change; a refusal leaves all as it is
 */
export async function changeKey(
  parts: OperationParts,
  key: KeyRecord,
  { seen, asker }: { readonly seen?: string | undefined; readonly asker: Asker },
  change: (key: KeyRecord) => Partial<KeySettings> | RefusedAs<"pattern_not_listed">,
): Promise<
  KeyView | RefusedAs<"key_revoked" | "key_not_found" | "revision_outdated" | "pattern_not_listed">
> {
  const { storage } = parts;
  const audit = auditLine(parts, asker, "key.change", { kind: "key", id: key.id });
  for (let current: KeyRecord | undefined = key; current; current = await storage.keys.find(key.id)) {
    const revoked = requireLive(current);
    if (revoked) return revoked;
    const view = keyView(current);
    if (!isAsSeen(view.revision, seen)) return { kind: "revision_outdated", revision: view.revision };
    const settings = change(current);
    if ("kind" in settings) return settings;
    if (Object.keys(settings).length === 0) return view;
    const changed = await storage.keys.change(key.id, settings, current, audit);
    if (changed) return keyView(changed);
  }
  return { kind: "key_not_found", id: key.id };
}
