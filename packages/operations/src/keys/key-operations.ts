import { onAgent, onKey, withinScope } from "../access/operation.ts";
import { auditLine } from "../access/audit-line.ts";
import { isInScope } from "../access/actor.ts";
import { pageOfWhole } from "../paging/page.ts";
import type { PageRequest } from "../paging/page.ts";
import { parseAllowEntry } from "./allow-entry.ts";
import { changeKey } from "./change-key.ts";
import { createKey } from "./create-key.ts";
import type { NewKey } from "./create-key.ts";
import { readKeySettings } from "./key-settings.ts";
import type { KeySettings } from "./key-settings.ts";
import { keyView } from "./key-view.ts";
import { listKeys } from "./list-keys.ts";
import { rotateKey } from "./rotate-key.ts";

/** Instead of an origin, which it cannot be: a word without a scheme. */
const otherSites = "others";

/** Names a key by its public id. */
interface NamedKey {
  readonly id: string;
}

/** The same, with an entry of its domain list as it was typed. */
interface NamedPattern extends NamedKey {
  readonly pattern: string;
}

/** Operations on keys. */
export const keyOperations = {
  /** Keys in the scope, oldest first, revoked ones too, with what each used today. */
  list: withinScope(
    "viewer",
    async (parts, { agent, ...request }: PageRequest & { readonly agent?: string | undefined }, scope) => {
      const keys = await listKeys(parts, agent);
      const visible = keys.filter(({ agentId }) => isInScope(scope, agentId));
      return pageOfWhole("keys", visible, request, ({ createdAt, id }) => [createdAt, id]);
    },
  ),

  /** One key. */
  find: onKey("viewer", async (_, key, _input: NamedKey) => keyView(key)),

  /**
   * Sites that sent requests with a key, the most recent first, and at the end, as "others", all without their own row.
   */
  sites: onKey("editor", async ({ storage }, key, request: NamedKey & PageRequest, { agents }) => {
    const found = await storage.keySites.list({ scope: { agents }, keyId: key.id });
    if (!found) return { kind: "key_not_found" as const, id: key.id };
    const { sites, others } = found;
    const all = [...sites, ...(others ? [{ origin: otherSites, ...others }] : [])];
    return pageOfWhole("sites", all, request, ({ origin, lastAt }) => [
      origin === otherSites ? 1 : -lastAt,
      origin,
    ]);
  }),

  /** Issues a key. */
  create: onAgent("editor", (parts, _, input: NewKey, actor) => createKey(parts, input, actor)),

  /** Changes what is given of a key, all or nothing. */
  change: onKey(
    "editor",
    async (
      parts,
      key,
      {
        seen,
        allowed,
        name,
        rateLimit,
      }: NamedKey & Partial<KeySettings> & { readonly seen?: string | undefined },
      actor,
    ) => {
      const settings = readKeySettings({
        ...(allowed !== undefined && { allowed }),
        ...(name !== undefined && { name }),
        ...(rateLimit !== undefined && { rateLimit }),
      });
      return "kind" in settings ? settings : changeKey(parts, key, { seen, actor }, () => settings);
    },
  ),

  /** Lets one more site use a key. One that may already changes nothing. */
  allow: onKey("editor", async (parts, key, { pattern }: NamedPattern, actor) => {
    const parsed = parseAllowEntry(pattern);
    if ("issue" in parsed) return { kind: "pattern_invalid" as const, pattern, reason: parsed.issue };
    const { entry } = parsed;
    return changeKey(parts, key, { actor }, ({ allowed }) =>
      allowed.includes(entry) ? {} : { allowed: [...allowed, entry] },
    );
  }),

  /** Takes a site off the list of a key. */
  disallow: onKey("editor", async (parts, key, { pattern }: NamedPattern, actor) => {
    const parsed = parseAllowEntry(pattern);
    if ("issue" in parsed) return { kind: "pattern_invalid" as const, pattern, reason: parsed.issue };
    const { entry } = parsed;
    return changeKey(parts, key, { actor }, ({ allowed }) =>
      allowed.includes(entry)
        ? { allowed: allowed.filter((other) => other !== entry) }
        : { kind: "pattern_not_listed" as const, entry, keyId: key.id, allowed },
    );
  }),

  /** Refuses a key from its next request, and ends its open streams. One that is revoked stays as it is. */
  revoke: onKey("editor", async (parts, key, _input: NamedKey, actor) => {
    const { storage, now, nodeEvents } = parts;
    const audit = auditLine(parts, actor, "key.revoke", { kind: "key", id: key.id });
    const revoked = (await storage.keys.revoke(key.id, now(), audit)) ?? key;
    nodeEvents.publish({ type: "key-revoked", keyId: key.id });
    return keyView(revoked);
  }),

  /** Replaces a key; the old one keeps working for a while. */
  rotate: onKey("editor", (parts, key, input: NamedKey & { readonly overlapHours?: number }, actor) =>
    rotateKey(parts, key, input, actor),
  ),
};
