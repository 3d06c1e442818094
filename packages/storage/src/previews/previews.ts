import { sql, type Kysely } from "kysely";
import { lockAgent } from "../agent-versions/apply-agent.ts";
import { writeAudit } from "../audit/write-audit.ts";
import type { Change } from "../change.ts";
import { hideAgents } from "../erasure/hide-agents.ts";
import { insertKey } from "../keys/keys.ts";
import type { Tables } from "../schema/tables.ts";
import { isOfPreview, previewId } from "./preview-id.ts";
import type { AgentDraft, PreviewStore } from "./preview-store.ts";

/** Drafts of agents: each is an agent of another id, with a key that ends. */
export function createPreviewStore({ change }: { readonly change: Change }): PreviewStore {
  return {
    create: ({ agentId, name, key, endsAt, limit, audit, ...draft }) =>
      change(async (transaction, bumpRevision) => {
        // Waits for a deletion that is under way, and for other drafts, so that they are counted.
        if (!(await lockAgent(transaction, agentId))) return false;
        await hideOldest(transaction, agentId, limit - 1);
        const id = previewId(agentId, name);
        const at = key.createdAt;
        await transaction
          .insertInto("agents")
          .values({ id, created_at: at, updated_at: at, version: 0, ...columnsOf(draft) })
          .execute();
        await insertKey(transaction, { ...key, agentId: id, revokedAt: endsAt });
        await writeAudit(transaction, audit);
        await bumpRevision();
        return true;
      }),

    replace: ({ agentId, keyId, secretHash, at, ...draft }) =>
      change(async (transaction, bumpRevision) => {
        const key = await transaction
          .selectFrom("keys")
          .select(["agent_id", "revoked_at"])
          .where("id", "=", keyId)
          .where("secret_hash", "=", secretHash)
          .where("revoked_at", ">", at)
          .where(isOfPreview("agent_id", agentId))
          .executeTakeFirst();
        if (!key) return undefined;
        const { numUpdatedRows } = await transaction
          .updateTable("agents")
          .set({ updated_at: at, ...columnsOf(draft) })
          .where("id", "=", key.agent_id)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return undefined;
        await bumpRevision();
        return key.revoked_at ?? undefined;
      }),
  };
}

/** Hides drafts whose key has ended, with all that was said to them. */
export async function expirePreviews(database: Kysely<Tables>, now: number): Promise<void> {
  const hasEnded = sql<boolean>`${isOfPreview("id")} and not exists (
    select 1 from keys where keys.agent_id = agents.id and keys.revoked_at > ${now})`;
  await database.transaction().execute((transaction) => hideAgents(transaction, hasEnded));
}

/** Hides all but the newest drafts of an agent: the next expiry deletes them. */
async function hideOldest(transaction: Kysely<Tables>, agentId: string, left: number): Promise<void> {
  const drafts = await transaction
    .selectFrom("agents")
    .select("id")
    .where(isOfPreview("id", agentId))
    .where("deleted", "=", 0)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  const old = drafts.slice(left).map(({ id }) => id);
  if (old.length > 0) await hideAgents(transaction, sql`id in (${sql.join(old)})`);
}

const columnsOf = ({ definition, baseDirectory }: AgentDraft) => ({
  definition: JSON.stringify(definition),
  base_directory: baseDirectory,
});
