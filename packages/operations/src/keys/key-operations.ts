import { onAgent, onKey, withinScope } from "../access/operation.ts";
import type { WithId } from "../access/operation.ts";
import { auditLine } from "../access/audit.ts";
import { isInScope } from "../access/actor.ts";
import { pageOfWhole } from "../paging.ts";
import type { PageRequest } from "../paging.ts";
import { parseAllowEntry } from "./allowlist.ts";
import {
  changeKey,
  createKey,
  invalidPattern,
  keySubject,
  openKey,
  readKeySettings,
  keyView,
  rotateKey,
} from "./change-keys.ts";
import type { PageToCheck } from "./check-page/check-page.ts";
import type { NewKey, KeySettings, KeyView } from "./change-keys.ts";
import type { OperationContext } from "../operation-context.ts";

/** Instead of an origin, which it cannot be: a word without a scheme. */
const otherSites = "others";

/** The same, with an entry of its domain list as it was typed. */
interface NamedPattern extends WithId {
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
  find: onKey("viewer", async (_, key, _input: WithId) => keyView(key)),

  /**
   * Sites that sent requests with a key, the most recent first, and at the end, as "others", all without their own row.
   */
  sites: onKey("editor", async ({ storage }, key, request: WithId & PageRequest, { agents }) => {
    const found = await storage.keySites.list({ scope: { agents }, keyId: key.id });
    if (!found) return { kind: "key_not_found" as const, id: key.id };
    const { sites, others } = found;
    const all = [...sites, ...(others ? [{ origin: otherSites, ...others }] : [])];
    return pageOfWhole("sites", all, request, ({ origin, lastAt }) => [
      origin === otherSites ? 1 : -lastAt,
      origin,
    ]);
  }),

  /** The whole key again, for the tag of its pages. */
  open: onKey("editor", (context, key, _input: WithId) => openKey(context, key)),

  /** Looks for what keeps the chat from working on a page. */
  check: onKey("editor", async (context, key, input: PageToCheck, actor) => {
    const { checkPage } = await import("./check-page/check-page.ts");
    return checkPage(context, key, input, actor);
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
      }: WithId & Partial<KeySettings> & { readonly seen?: string | undefined },
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
    if ("issue" in parsed) return invalidPattern(pattern, `: ${parsed.issue}`);
    const { entry } = parsed;
    return changeKey(parts, key, { actor }, ({ allowed }) =>
      allowed.includes(entry) ? {} : { allowed: [...allowed, entry] },
    );
  }),

  /** Takes a site off the list of a key. */
  disallow: onKey("editor", async (parts, key, { pattern }: NamedPattern, actor) => {
    const parsed = parseAllowEntry(pattern);
    if ("issue" in parsed) return invalidPattern(pattern, `: ${parsed.issue}`);
    const { entry } = parsed;
    return changeKey(parts, key, { actor }, ({ allowed }) =>
      allowed.includes(entry)
        ? { allowed: allowed.filter((other) => other !== entry) }
        : invalidPattern(entry, " is not in the list"),
    );
  }),

  /** Refuses a key from its next request, and ends its open streams. One that is revoked stays as it is. */
  revoke: onKey("editor", async (parts, key, _input: WithId, actor) => {
    const { storage, now, nodeEvents } = parts;
    const audit = auditLine(parts, actor, "key.revoke", keySubject(key));
    const revoked = (await storage.keys.revoke(key.id, now(), audit)) ?? key;
    nodeEvents.publish({ type: "key-revoked", keyId: key.id });
    return keyView(revoked);
  }),

  /** Replaces a key; the old one keeps working for a while. */
  rotate: onKey("editor", (parts, key, input: WithId & { readonly overlapHours?: number }, actor) =>
    rotateKey(parts, key, input, actor),
  ),
};

/** Output tokens of a day in UTC. */
interface DailyTokens {
  readonly used: number;
  readonly of: number;
}

/** A key as a list shows it. */
export interface ListedKey extends KeyView {
  /** `null` when the agent sets no budget. */
  readonly outputTokensToday: DailyTokens | null;
}

/** All keys, or those of one agent, with what they used today. */
async function listKeys(
  { storage, now }: OperationContext,
  agent: string | undefined,
): Promise<readonly ListedKey[]> {
  const [keys, agents, uses] = await Promise.all([
    storage.keys.list(agent),
    storage.agents.list(),
    storage.budgets.usedOn(now()),
  ]);
  const budgets = new Map(agents.map(({ id, definition }) => [id, definition.limits.dailyOutputTokens]));
  const used = new Map(uses.map((use) => [use.keyId, use.used]));
  return keys.map((key) => {
    const of = budgets.get(key.agentId);
    return {
      ...keyView(key),
      outputTokensToday: of === undefined ? null : { used: used.get(key.id) ?? 0, of },
    };
  });
}

/** The one tag that puts the chat on a page (docs/embedding.md, "Put the chat on a page"). */
export function embedTag(publicUrl: string, key: string): string {
  return `<script src="${publicUrl}/launcher.js" data-agent-key="${key}" async></script>`;
}
