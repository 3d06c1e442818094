import type { Kysely } from "kysely";
import { isInScope, type AgentScope } from "../agent-scope.ts";
import type { Change } from "../change.ts";
import { dayMs } from "../day.ts";
import { isOfUndeletedAgent } from "../erasure/erase-agents.ts";
import type { Tables } from "../schema/tables.ts";

/** Time for which a draft is kept after it was saved, in milliseconds. */
export const draftMs = 30 * dayMs;

/** The most drafts that one author has; the oldest are deleted. */
const maxDrafts = 100;

/** A draft, as a list shows it. */
export interface ListedAgentDraft {
  /** Need not exist yet. */
  readonly agentId: string;
  /** The version that it was begun from; `null`: there was no agent. */
  readonly basedOn: number | null;
  /** The version that answers now; `null`: there is no agent. */
  readonly live: number | null;
  readonly savedAt: number;
  /** Raised each time it is saved. */
  readonly revision: number;
}

/** An agent file that somebody has not applied yet. */
export interface AgentDraftRecord extends ListedAgentDraft {
  /** As it was written: it need not be valid. */
  readonly file: string;
}

/** A draft to be saved. */
interface AgentDraftToSave {
  readonly agentId: string;
  /** The person or API token whose it is: they have one for each agent. */
  readonly authorId: string;
  readonly file: string;
  /** Left out: that of the draft before, or else the version that answers now. */
  readonly basedOn?: number | null | undefined;
  readonly at: number;
  /** The revision that the author has seen; left out, any is replaced. */
  readonly expected?: number | undefined;
}

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly change: Change;
}

/** Drafts of agent files, the same in every database. */
export function createAgentDraftStore({ database, change }: Dependencies) {
  /** Those that are not past their time; one of an agent that is being deleted goes with it. */
  const current = (transaction: Kysely<Tables>, { authorId, now }: { authorId: string; now: number }) =>
    transaction
      .selectFrom("agent_drafts")
      .leftJoin("agents", (agent) =>
        agent.onRef("agents.id", "=", "agent_drafts.agent_id").on("agents.deleted", "=", 0),
      )
      .where("agent_drafts.author_id", "=", authorId)
      .where("agent_drafts.saved_at", ">", now - draftMs)
      .where(isOfUndeletedAgent("agent_drafts.agent_id"))
      .select([
        "agent_drafts.agent_id as agentId",
        "agent_drafts.based_on as basedOn",
        "agents.version as live",
        "agent_drafts.saved_at as savedAt",
        "agent_drafts.revision",
      ]);

  const findIn = (
    transaction: Kysely<Tables>,
    { agentId, ...query }: { agentId: string; authorId: string; now: number },
  ): Promise<AgentDraftRecord | undefined> =>
    current(transaction, query)
      .select("agent_drafts.file")
      .where("agent_drafts.agent_id", "=", agentId)
      .executeTakeFirst();

  return {
    find: (query: {
      readonly agentId: string;
      readonly authorId: string;
      readonly now: number;
    }): Promise<AgentDraftRecord | undefined> => findIn(database, query),

    /** All of an author, the newest first. */
    async list({
      scope,
      ...query
    }: {
      readonly scope: AgentScope;
      readonly authorId: string;
      readonly now: number;
    }): Promise<readonly ListedAgentDraft[]> {
      const drafts = await current(database, query)
        .orderBy("agent_drafts.saved_at", "desc")
        .orderBy("agent_drafts.agent_id")
        .execute();
      return drafts.filter(({ agentId }) => isInScope(scope, agentId));
    },

    save: ({
      agentId,
      authorId,
      file,
      basedOn,
      at,
      expected,
    }: AgentDraftToSave): Promise<AgentDraftRecord | { readonly kind: "newer_revision" }> =>
      change(async (transaction) => {
        const before = await findIn(transaction, { agentId, authorId, now: at });
        if (expected !== undefined && expected !== (before?.revision ?? 0)) return { kind: "newer_revision" };
        const live = before ? before.live : await liveVersion(transaction, agentId);
        const begun = before ? before.basedOn : live;
        const row = {
          agent_id: agentId,
          author_id: authorId,
          file,
          based_on: basedOn === undefined ? begun : basedOn,
          saved_at: at,
          revision: (before?.revision ?? 0) + 1,
        };
        await transaction
          .insertInto("agent_drafts")
          .values(row)
          .onConflict((conflict) => conflict.columns(["agent_id", "author_id"]).doUpdateSet(row))
          .execute();
        if (!before) await deleteOldest(transaction, authorId);
        return { agentId, file, basedOn: row.based_on, live, savedAt: at, revision: row.revision };
      }),

    /** @returns false when there is none */
    remove: ({ agentId, authorId }: { readonly agentId: string; readonly authorId: string }) =>
      change(async (transaction) => deleteDraft(transaction, { agentId, authorId })),
  };
}

/** Drafts of agent files: one for each author and agent, until it is applied, or for 30 days. */
export type AgentDraftStore = ReturnType<typeof createAgentDraftStore>;

/**
 * Deletes the draft that an author has of an agent.
 *
 * @param which.file only if it has this content
 */
export async function deleteDraft(
  transaction: Kysely<Tables>,
  {
    agentId,
    authorId,
    file,
  }: { readonly agentId: string; readonly authorId: string; readonly file?: string },
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom("agent_drafts")
    .where("agent_id", "=", agentId)
    .where("author_id", "=", authorId)
    .$if(file !== undefined, (query) => query.where("file", "=", file ?? ""))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

async function liveVersion(transaction: Kysely<Tables>, agentId: string): Promise<number | null> {
  const agent = await transaction
    .selectFrom("agents")
    .select("version")
    .where("id", "=", agentId)
    .where("deleted", "=", 0)
    .executeTakeFirst();
  return agent?.version ?? null;
}

async function deleteOldest(transaction: Kysely<Tables>, authorId: string): Promise<void> {
  const drafts = await transaction
    .selectFrom("agent_drafts")
    .select("agent_id")
    .where("author_id", "=", authorId)
    .orderBy("saved_at", "desc")
    .execute();
  for (const { agent_id: agentId } of drafts.slice(maxDrafts))
    await deleteDraft(transaction, { agentId, authorId });
}
