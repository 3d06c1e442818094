import { sql, type Kysely, type Selectable } from "kysely";
import type { CrawlRow, PageRow } from "../schema/rows/knowledge.ts";
import type { Tables } from "../schema/tables.ts";

/** What is known about an address that was requested. */
export interface PageRecord {
  readonly agentId: string;
  /** The address as it was requested, without a fragment. */
  readonly address: string;
  /** The source entry that led to it, such as `url:https://acme.example/help`. */
  readonly source: string;
  /** The crawl that last saw it. */
  readonly run: string;
  /** Location of the document made from it, or of the page that it duplicates; `null` if nothing of it is kept. */
  readonly location: string | null;
  /** Of its content; `null` when it must be read again. */
  readonly hash: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** The addresses that it links to, so that the crawl can continue after "not modified". */
  readonly links: readonly string[];
}

/** A crawl that may continue. */
export interface Crawl {
  readonly run: string;
  /** When it began; earlier than now if it was interrupted and continues. */
  readonly startedAt: number;
}

/** The state of an agent's crawls. */
export interface CrawlState {
  readonly agentId: string;
  /** When the unfinished one began; `null` if there is none. */
  readonly startedAt: number | null;
  /** When the last one finished; `null` before the first. */
  readonly finishedAt: number | null;
  /** Until then it is held by a process, unless it has finished. */
  readonly heldUntil: number;
}

/** Crawls, held by one at a time, with the pages they saw. */
export function createCrawlStore({
  database,
  patient,
}: {
  readonly database: Kysely<Tables>;
  /** The same database, for writes that may take long. */
  readonly patient: Kysely<Tables>;
}) {
  const heldBy = (agentId: string, holder: string) =>
    database.updateTable("crawls").where("agent_id", "=", agentId).where("holder", "=", holder);

  return {
    /**
     * Takes an agent's crawl for `holder`: the one that was interrupted, or else a new one named `run`. One that began
     * before `startedSince` is too old to continue. `undefined` while another process holds it.
     */
    async begin({
      agentId,
      run,
      holder,
      now,
      heldUntil,
      startedSince,
    }: {
      readonly agentId: string;
      readonly run: string;
      readonly holder: string;
      readonly now: number;
      readonly heldUntil: number;
      readonly startedSince: number;
    }): Promise<Crawl | undefined> {
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

    /** Extends the hold. `false` if another process holds it by now. */
    async hold({
      agentId,
      holder,
      heldUntil,
    }: {
      readonly agentId: string;
      readonly holder: string;
      readonly heldUntil: number;
    }): Promise<boolean> {
      const held = await heldBy(agentId, holder)
        .set({ held_until: heldUntil })
        .returning("agent_id")
        .executeTakeFirst();
      return held !== undefined;
    },

    /** Releases it; it continues with the next `begin`. */
    async release({ agentId, holder }: { readonly agentId: string; readonly holder: string }): Promise<void> {
      await heldBy(agentId, holder).set({ holder: null, held_until: 0 }).execute();
    },

    /** Releases it unfinished, and the next `begin` starts again. Does nothing if another process holds it by now. */
    async abandon({ agentId, holder }: { readonly agentId: string; readonly holder: string }): Promise<void> {
      await heldBy(agentId, holder).set({ run: null, holder: null, held_until: 0 }).execute();
    },

    /** Finishes it, and forgets every page that it did not see. Does nothing if another process holds it by now. */
    finish: ({
      agentId,
      holder,
      run,
      at,
    }: {
      readonly agentId: string;
      readonly holder: string;
      readonly run: string;
      readonly at: number;
    }): Promise<void> =>
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

    /** Those of every agent that has web sources. */
    async states(): Promise<readonly CrawlState[]> {
      const rows = await database.selectFrom("crawls").selectAll().orderBy("agent_id").execute();
      return rows.map(crawlState);
    },

    /** That of one agent; `undefined` before its first. */
    async state(agentId: string): Promise<CrawlState | undefined> {
      const row = await database
        .selectFrom("crawls")
        .selectAll()
        .where("agent_id", "=", agentId)
        .executeTakeFirst();
      return row && crawlState(row);
    },

    async findPage({
      agentId,
      address,
    }: {
      readonly agentId: string;
      readonly address: string;
    }): Promise<PageRecord | undefined> {
      const row = await database
        .selectFrom("pages")
        .selectAll()
        .where("agent_id", "=", agentId)
        .where("address", "=", address)
        .executeTakeFirst();
      return row && pageRecord(row);
    },

    /** Replaces what is known about a page. */
    async putPage(page: PageRecord): Promise<void> {
      const row = pageRow(page);
      const { agent_id: _, address: __, ...known } = row;
      await database
        .insertInto("pages")
        .values(row)
        .onConflict((conflict) => conflict.columns(["agent_id", "address"]).doUpdateSet(known))
        .execute();
    },

    /** Marks every page of a source as seen by this run, whatever happened to it. */
    async keepPages({
      agentId,
      source,
      run,
    }: {
      readonly agentId: string;
      readonly source: string;
      readonly run: string;
    }): Promise<void> {
      await patient
        .updateTable("pages")
        .set({ run })
        .where("agent_id", "=", agentId)
        .where("source", "=", source)
        .execute();
    },

    /** The documents of the pages that this run has seen. */
    async keptLocations({
      agentId,
      run,
    }: {
      readonly agentId: string;
      readonly run: string;
    }): Promise<readonly string[]> {
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

/** Crawls of web pages: who holds them, how far they are, and what is known about each page. */
export type CrawlStore = ReturnType<typeof createCrawlStore>;

const crawlState = (row: Selectable<CrawlRow>): CrawlState => ({
  agentId: row.agent_id,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  heldUntil: row.held_until,
});

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
