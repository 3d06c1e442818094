import { keySchema, keysSchema, newKeySchema } from "@servicechat/contract/admin-schemas";
import type { Key } from "@servicechat/contract/admin";
import { isRefused } from "@servicechat/operations";
import type { KeyView, RefusedAs } from "@servicechat/operations";
import { parseAllowEntry } from "@servicechat/operations/allowlist";
import type { CommandOperations } from "../command-operations.ts";
import { CommandError } from "../input/command-error.ts";
import { readPages, segment } from "./admin-api.ts";
import type { AdminApi } from "./admin-api.ts";
import { agentRefusals } from "./remote-agents.ts";
import { orRefused } from "./remote-problem.ts";
import { msOf, msOrNull } from "./times.ts";

/** How often a list is read again if others are changing it too. */
const maxTries = 10;

/** The keys of a remote service. */
export function remoteKeys(api: AdminApi): CommandOperations["keys"] {
  const at = (id: string) => `keys/${segment(id)}`;

  return {
    list: async (_, { agent, ...request }) => {
      const { items, next } = await readPages(request, (page) =>
        api.ask("GET", "keys", { query: { ...page, agent }, answer: keysSchema }),
      );
      const keys = items.map((key) => ({ ...viewOf(key), outputTokensToday: key.outputTokensToday ?? null }));
      return { items: keys, next };
    },
    create: (_, { agent, ...wanted }) =>
      orRefused(
        async () => {
          const created = await api.ask("POST", "keys", { body: { agent, ...wanted }, answer: newKeySchema });
          return { ...viewOf(created), key: created.key };
        },
        agentRefusals(api, agent),
      ),
    change: (_, { id, allowed, name, rateLimit, seen }) => {
      const change = {
        ...(allowed !== undefined && { allowed }),
        ...(name !== undefined && { name }),
        ...(rateLimit !== undefined && { rateLimit }),
      };
      return orRefused(() => patch(id, change, seen === undefined ? "*" : `"${seen}"`), refusalsOf(id));
    },
    allow: (_, { id, pattern }) =>
      changeList(id, pattern, (entry, { allowed }) =>
        allowed.includes(entry) ? allowed : [...allowed, entry],
      ),
    disallow: (_, { id, pattern }) =>
      changeList(id, pattern, (entry, { allowed }) =>
        allowed.includes(entry)
          ? allowed.filter((other) => other !== entry)
          : { kind: "pattern_not_listed" as const, entry, keyId: id, allowed },
      ),
    revoke: (_, { id }) =>
      orRefused(async () => viewOf(await api.ask("POST", `${at(id)}/revoke`, { answer: keySchema })), {
        key_not_found: refusalsOf(id).key_not_found,
      }),
  };

  async function patch(id: string, body: object, seen: string): Promise<KeyView> {
    const headers = { "If-Match": seen };
    return viewOf(await api.ask("PATCH", at(id), { body, headers, answer: keySchema }));
  }

  /**
   * Changes the current list of sites. If somebody else changes it in the meantime, it is read again, so nothing is
   * lost.
   */
  async function changeList(
    id: string,
    pattern: string,
    change: (entry: string, key: KeyView) => readonly string[] | RefusedAs<"pattern_not_listed">,
  ) {
    const parsed = parseAllowEntry(pattern);
    if ("issue" in parsed) return { kind: "pattern_invalid" as const, pattern, reason: parsed.issue };
    for (let tries = 0; tries < maxTries; tries++) {
      const changed = await orRefused(
        async () => {
          const key = viewOf(await api.ask("GET", at(id), { answer: keySchema }));
          const allowed = change(parsed.entry, key);
          return isRefused(allowed) ? allowed : patch(id, { allowed }, `"${key.revision}"`);
        },
        {
          ...refusalsOf(id),
          precondition_failed: () => ({ kind: "revision_outdated" as const, revision: "" }),
        },
      );
      if (!isRefused(changed) || changed.kind !== "revision_outdated") return changed;
    }
    throw new CommandError(
      `Key ${id} was not changed: each of ${maxTries} attempts found that it had been changed in the meantime. Try again later.`,
    );
  }
}

const refusalsOf = (id: string) => ({
  key_not_found: () => ({ kind: "key_not_found" as const, id }),
  key_ended: () => ({ kind: "key_revoked" as const, id }),
});

function viewOf(key: Key): KeyView {
  const {
    id,
    agent,
    name,
    allowed,
    rateLimit,
    serverSide,
    lastFour,
    createdAt,
    revokedAt,
    endsAt,
    revision,
  } = key;
  return {
    id,
    agentId: agent,
    name: name ?? "",
    allowed,
    rateLimit,
    serverSide,
    lastFour,
    createdAt: msOf(createdAt),
    revokedAt: msOrNull(revokedAt ?? endsAt),
    revision,
  };
}
