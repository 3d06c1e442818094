import type { Kysely, Selectable } from "kysely";
import type { SourceFailureRow, SyncRow } from "../schema/rows/knowledge.ts";
import type { Tables } from "../schema/tables.ts";

/** What a reading of an agent's sources did: numbers of files and pages. */
export interface SyncCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly failed: number;
  readonly same: number;
}

/** How far one is. */
export interface SyncPosition {
  /** The source that is being read, such as `url:https://acme.example/help`; `null` before the first. */
  readonly source: string | null;
  /** Files and pages that are finished. */
  readonly done: number;
  /** `null` while it is unknown. */
  readonly total: number | null;
  readonly counts: SyncCounts;
}

/** The reading of an agent's sources, as all nodes see it. */
export interface SyncState extends SyncPosition {
  readonly agentId: string;
  readonly startedAt: number;
  /** Until then it is believed to run; 0 once it has ended. */
  readonly heldUntil: number;
  /** When the last one ended, and what it did; `null` before the first. */
  readonly finishedAt: number | null;
  readonly result: SyncCounts | null;
}

/** A file, page or source that the last reading could not read. */
export interface SourceFailure {
  readonly agentId: string;
  /** Path or address, unique within the agent; that of its document, if there is one. */
  readonly location: string;
  /** The source entry that led to it. */
  readonly source: string;
  /** A sentence for people. */
  readonly reason: string;
}

/** The holder of a reading. */
interface Held {
  readonly agentId: string;
  readonly holder: string;
}

const nothingYet: SyncCounts = { added: 0, changed: 0, removed: 0, failed: 0, same: 0 };

/** Readings of agents' sources: which are asked for, which run and how far they are, and what failed. */
export function createSyncStore({ database }: { readonly database: Kysely<Tables> }) {
  const heldBy = ({ agentId, holder }: Held, connection: Kysely<Tables> = database) =>
    connection.updateTable("syncs").where("agent_id", "=", agentId).where("holder", "=", holder);

  return {
    /** Begins one for `holder`. `false` while another one runs. */
    async begin({
      agentId,
      holder,
      now,
      heldUntil,
    }: Held & { readonly now: number; readonly heldUntil: number }): Promise<boolean> {
      const begun = {
        holder,
        held_until: heldUntil,
        started_at: now,
        source: null,
        done: 0,
        total: null,
        counts: JSON.stringify(nothingYet),
      };
      const taken = await database
        .insertInto("syncs")
        .values({ agent_id: agentId, ...begun, finished_at: null, result: null })
        .onConflict((conflict) =>
          conflict.column("agent_id").doUpdateSet(begun).where("syncs.held_until", "<=", now),
        )
        .returning("agent_id")
        .executeTakeFirst();
      return taken !== undefined;
    },

    /** Stores how far it is, and holds it for longer. `false` if it was stopped, or another one runs by now. */
    async report({
      position: { source, done, total, counts },
      heldUntil,
      ...held
    }: Held & { readonly heldUntil: number; readonly position: SyncPosition }): Promise<boolean> {
      const isHeld = await heldBy(held)
        .set({ held_until: heldUntil, source, done, total, counts: JSON.stringify(counts) })
        .returning("agent_id")
        .executeTakeFirst();
      return isHeld !== undefined;
    },

    /**
     * Ends it with its result, and takes back the request for the version that it read. `false` if it was stopped, or
     * another one runs by now.
     */
    finish: ({
      at,
      result,
      version,
      ...held
    }: Held & { readonly at: number; readonly result: SyncCounts; readonly version: number }) =>
      database.transaction().execute(async (transaction) => {
        // Agents first, as whoever deletes one does: in the other order they could wait for each other.
        await transaction
          .updateTable("agents")
          .set({ sources_requested: null })
          .where("id", "=", held.agentId)
          .where("sources_requested", "<=", version)
          .where("id", "in", (query) =>
            query
              .selectFrom("syncs")
              .select("agent_id")
              .where("agent_id", "=", held.agentId)
              .where("holder", "=", held.holder),
          )
          .execute();
        const ended = { holder: null, held_until: 0, finished_at: at, result: JSON.stringify(result) };
        const isHeld = await heldBy(held, transaction).set(ended).returning("agent_id").executeTakeFirst();
        return isHeld !== undefined;
      }),

    /** Releases one that failed or was broken off: what was asked for is still to be read. */
    async release(held: Held): Promise<void> {
      await heldBy(held).set({ holder: null, held_until: 0 }).execute();
    },

    /**
     * Ends what runs for an agent, on whatever node, and what is asked for or waits to be continued. What was read stays,
     * and counts as the result.
     */
    stop: ({ agentId, at }: { readonly agentId: string; readonly at: number }): Promise<void> =>
      database.transaction().execute(async (transaction) => {
        await transaction
          .updateTable("agents")
          .set({ sources_requested: null })
          .where("id", "=", agentId)
          .where("sources_requested", "is not", null)
          .execute();
        await transaction
          .updateTable("syncs")
          .set((row) => ({ holder: null, held_until: 0, finished_at: at, result: row.ref("counts") }))
          .where("agent_id", "=", agentId)
          .where("held_until", ">", at)
          .execute();
        await transaction
          .updateTable("crawls")
          .set({ run: null, started_at: null, finished_at: at, holder: null, held_until: 0 })
          .where("agent_id", "=", agentId)
          .where("started_at", "is not", null)
          .execute();
      }),

    /** `undefined` before an agent's first one. */
    async find(agentId: string): Promise<SyncState | undefined> {
      const row = await database
        .selectFrom("syncs")
        .selectAll()
        .where("agent_id", "=", agentId)
        .executeTakeFirst();
      return row && syncState(row);
    },

    /** The agents whose sources are to be read because they changed, unless one is being read. */
    async requested(now: number): Promise<readonly string[]> {
      const rows = await database
        .selectFrom("agents")
        .leftJoin("syncs", "syncs.agent_id", "agents.id")
        .select("agents.id")
        .where("sources_requested", "is not", null)
        .where("deleted", "=", 0)
        .where((row) => row.or([row("held_until", "is", null), row("held_until", "<=", now)]))
        .orderBy("agents.id")
        .execute();
      return rows.map(({ id }) => id);
    },

    /** What the last reading of an agent could not read, by location. */
    async failures(agentId: string): Promise<readonly SourceFailure[]> {
      const rows = await database
        .selectFrom("source_failures")
        .selectAll()
        .where("agent_id", "=", agentId)
        .orderBy("location")
        .execute();
      return rows.map(sourceFailure);
    },

    /** Stores a failure in place of an earlier one at its location. */
    async putFailure({ agentId, location, source, reason }: SourceFailure): Promise<void> {
      await database
        .insertInto("source_failures")
        .values({ agent_id: agentId, location, source, reason })
        .onConflict((conflict) => conflict.columns(["agent_id", "location"]).doUpdateSet({ source, reason }))
        .execute();
    },

    /** Forgets the failures at these locations. */
    async removeFailures({
      agentId,
      locations,
    }: {
      readonly agentId: string;
      readonly locations: readonly string[];
    }): Promise<void> {
      if (locations.length === 0) return;
      await database
        .deleteFrom("source_failures")
        .where("agent_id", "=", agentId)
        .where("location", "in", locations)
        .execute();
    },
  };
}

/** Readings of agents' sources. */
export type SyncStore = ReturnType<typeof createSyncStore>;

function syncState(row: Selectable<SyncRow>): SyncState {
  return {
    agentId: row.agent_id,
    startedAt: row.started_at,
    heldUntil: row.held_until,
    source: row.source,
    done: row.done,
    total: row.total,
    counts: JSON.parse(row.counts) as SyncCounts,
    finishedAt: row.finished_at,
    result: row.result === null ? null : (JSON.parse(row.result) as SyncCounts),
  };
}

const sourceFailure = (row: Selectable<SourceFailureRow>): SourceFailure => ({
  agentId: row.agent_id,
  location: row.location,
  source: row.source,
  reason: row.reason,
});
