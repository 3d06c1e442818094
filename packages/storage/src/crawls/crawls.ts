import { sql, type Kysely, type Selectable } from "kysely";
import type { CrawlStore, PageRecord } from "../storage.ts";
import type { PageRow, Tables } from "../schema/tables.ts";

/** Crawls, held by one at a time, with the pages they saw. */
export function createCrawlStore({
  database,
  patient,
}: {
  readonly database: Kysely<Tables>;
  /** The same database, for writes that may take long. */
  readonly patient: Kysely<Tables>;
}): CrawlStore {
  const heldBy = (agentId: string, holder: string) =>
    database.updateTable("crawls").where("agent_id", "=", agentId).where("holder", "=", holder);

  return {
    async begin({ agentId, run, holder, now, heldUntil, startedSince }) {
      const fresh = { run, started_at: now };
      const taken = await database
        .insertInto("crawls")
        .values({ agent_id: agentId, ...fresh, finished_at: null, holder, held_until: heldUntil })
        .onConflict((conflict) =>
          conflict
            .column("agent_id")
            .doUpdateSet({ holder, held_until: heldUntil })
            .where((row) => row.or([row("crawls.held_until", "<=", now), row("crawls.holder", "is", null)])),
        )
        .returning(["run", "started_at"])
        .executeTakeFirst();
      if (!taken) return undefined;
      const { run: open, started_at: startedAt } = taken;
      if (open !== null && startedAt !== null && startedAt >= startedSince) return { run: open, startedAt };
      await heldBy(agentId, holder).set(fresh).execute();
      return { run, startedAt: now };
    },

    async hold({ agentId, holder, heldUntil }) {
      const held = await heldBy(agentId, holder)
        .set({ held_until: heldUntil })
        .returning("agent_id")
        .executeTakeFirst();
      return held !== undefined;
    },

    async release({ agentId, holder }) {
      await heldBy(agentId, holder).set({ holder: null, held_until: 0 }).execute();
    },

    async abandon({ agentId, holder }) {
      await heldBy(agentId, holder).set({ run: null, holder: null, held_until: 0 }).execute();
    },

    finish: ({ agentId, holder, run, at }) =>
      patient.transaction().execute(async (transaction) => {
        const closed = await transaction
          .updateTable("crawls")
          .set({ run: null, started_at: null, finished_at: at, holder: null, held_until: 0 })
          .where("agent_id", "=", agentId)
          .where("holder", "=", holder)
          .returning("agent_id")
          .executeTakeFirst();
        if (!closed) return;
        await transaction
          .deleteFrom("pages")
          .where("agent_id", "=", agentId)
          .where("run", "!=", run)
          .execute();
      }),

    async states() {
      const rows = await database.selectFrom("crawls").selectAll().orderBy("agent_id").execute();
      return rows.map((row) => ({
        agentId: row.agent_id,
        startedAt: row.started_at,
        finishedAt: row.finished_at,
        heldUntil: row.held_until,
      }));
    },

    async findPage({ agentId, address }) {
      const row = await database
        .selectFrom("pages")
        .selectAll()
        .where("agent_id", "=", agentId)
        .where("address", "=", address)
        .executeTakeFirst();
      return row && pageRecord(row);
    },

    async putPage(page) {
      const row = pageRow(page);
      const { agent_id: _, address: __, ...known } = row;
      await database
        .insertInto("pages")
        .values(row)
        .onConflict((conflict) => conflict.columns(["agent_id", "address"]).doUpdateSet(known))
        .execute();
    },

    async keepPages({ agentId, source, run }) {
      await patient
        .updateTable("pages")
        .set({ run })
        .where("agent_id", "=", agentId)
        .where("source", "=", source)
        .execute();
    },

    async keptLocations({ agentId, run }) {
      const rows = await database
        .selectFrom("pages")
        .select(sql<string>`location`.as("location"))
        .distinct()
        .where("agent_id", "=", agentId)
        .where("run", "=", run)
        .where("location", "is not", null)
        .execute();
      return rows.map(({ location }) => location);
    },
  };
}

function pageRecord(row: Selectable<PageRow>): PageRecord {
  return {
    agentId: row.agent_id,
    address: row.address,
    source: row.source,
    run: row.run,
    location: row.location,
    hash: row.hash,
    etag: row.etag,
    lastModified: row.last_modified,
    links: JSON.parse(row.links) as readonly string[],
  };
}

function pageRow(page: PageRecord): PageRow {
  return {
    agent_id: page.agentId,
    address: page.address,
    source: page.source,
    run: page.run,
    location: page.location,
    hash: page.hash,
    etag: page.etag,
    last_modified: page.lastModified,
    links: JSON.stringify(page.links),
  };
}
