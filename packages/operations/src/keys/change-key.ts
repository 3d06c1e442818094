import type { KeyRecord } from "@servicechat/storage";
import type { Actor } from "../access/actor.ts";
import { auditLine } from "../access/audit-line.ts";
import type { RefusedAs } from "../access/refused.ts";
import { isAsSeen } from "../paging/revision-of.ts";
import type { OperationContext } from "../operation-context.ts";
import { keyView } from "./key-view.ts";
import type { KeyView } from "./key-view.ts";
import type { KeySettings } from "./key-settings.ts";

/** A key that can still be changed: nothing of a revoked one can. */
export function requireLive(key: KeyRecord): RefusedAs<"key_revoked"> | undefined {
  return key.revokedAt === null ? undefined : { kind: "key_revoked", id: key.id };
}

/**
 * Changes settings of a key, each time based on the current ones: if somebody else is quicker, their changes are
 * neither lost nor reverted.
 *
 * @param seen the revision that the actor last saw; absent: any revision is changed
 * @param change the checked new values; empty if nothing changes; a refusal leaves all as it is
 */
export async function changeKey(
  context: OperationContext,
  key: KeyRecord,
  { seen, actor }: { readonly seen?: string | undefined; readonly actor: Actor },
  change: (key: KeyRecord) => Partial<KeySettings> | RefusedAs<"pattern_not_listed">,
): Promise<
  KeyView | RefusedAs<"key_revoked" | "key_not_found" | "revision_outdated" | "pattern_not_listed">
> {
  const { storage } = context;
  const audit = auditLine(context, actor, "key.change", { kind: "key", id: key.id });
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
