import type { AgentDefinition } from "@servicechat/contract/agent-file";
import { sql, type Kysely } from "kysely";
import type { Change } from "../change.ts";
import { hideAgents } from "../erasure/erase-agents.ts";
import { insertKey, type NewKey } from "../keys/keys.ts";
import { isOfPreview, previewId } from "../preview-id.ts";
import type { Tables } from "../schema/tables.ts";
import { lockAgent } from "./apply-agent.ts";

/** How an agent would be if its file were applied. */
export interface AgentDraft {
  readonly definition: AgentDefinition;
  /** Folder that relative `files` patterns start from. */
  readonly baseDirectory: string;
}

/** A draft to be reached with a key. */
export interface NewPreview extends AgentDraft {
  /** The agent that it is a draft of. */
  readonly agentId: string;
  /** Unlike every other: short, without a colon. */
  readonly name: string;
  readonly key: Omit<NewKey, "agentId" | "revokedAt">;
  /** The id of the person or API token whose draft it is: it ends when they lose a right. `null`: it has no author. */
  readonly authorId: string | null;
  /** When key and draft end. */
  readonly endsAt: number;
  /** Maximum number of drafts of one agent at a time; the oldest are deleted. */
  readonly limit: number;
}

/** Another draft for a key. */
export interface ReplacedDraft extends AgentDraft {
  readonly agentId: string;
  readonly keyId: string;
  /** Proves that the caller has the key. */
  readonly secretHash: string;
  readonly at: number;
}

/** Drafts of agents: each is an agent of another id, with a key that ends. */
export function createPreviewStore({ change }: { readonly change: Change }) {
  return {
    /** `false` if the agent does not exist. */
    create: ({ agentId, name, key, authorId, endsAt, limit, ...draft }: NewPreview): Promise<boolean> =>
      change(async (transaction, bumpRevision) => {
        // Waits for a deletion that is under way, and for other drafts, so that they are counted.
        if (!(await lockAgent(transaction, agentId))) return false;
        await hideOldest(transaction, agentId, limit - 1);
        const id = previewId(agentId, name);
        const at = key.createdAt;
        await transaction
          .insertInto("agents")
          .values({
            id,
            created_at: at,
            updated_at: at,
            version: 0,
            drafted_by: authorId,
            ...columnsOf(draft),
          })
          .execute();
        await insertKey(transaction, { ...key, agentId: id, revokedAt: endsAt });
        await bumpRevision();
        return true;
      }),

    /**
     * Puts another draft behind a key. @returns when both end; `undefined` if no preview of the agent has this key any
     * longer
     */
    replace: ({ agentId, keyId, secretHash, at, ...draft }: ReplacedDraft): Promise<number | undefined> =>
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

/**
 * Drafts of agents that answer before anybody else sees them, each to its own key, until that ends. Chats with a draft
 * are stored like all others, under a separate agent id, and deleted with the draft; no list or count includes them.
 * Every change moves the storage's revision.
 */
export type PreviewStore = ReturnType<typeof createPreviewStore>;

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
