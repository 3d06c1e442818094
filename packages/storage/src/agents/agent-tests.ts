import { compareTestRuns, type TestFlip } from "@servicechat/contract/admin";
import type { Kysely } from "kysely";
import { enqueueAgentEvent } from "../agent-events.ts";
import { isInScope, type AgentScope } from "../agent-scope.ts";
import type { Change } from "../change.ts";
import { decodeCursor, pageOf, type Page } from "../paging.ts";
import { actorOf, writeAudit, type AuditEntry } from "../people/audit.ts";
import type { AgentTestsRow, TestRunRow } from "../schema/rows/agents.ts";
import type { Tables } from "../schema/tables.ts";
import type { VersionAuthor } from "./agent-versions.ts";
import { lockAgent } from "./apply-agent.ts";

/** The tests of an agent. */
export interface AgentTestsRecord {
  readonly agentId: string;
  /** YAML as it was written. */
  readonly file: string;
  /** Raised with each change. */
  readonly revision: number;
  readonly changedAt: number;
}

/** A run of tests, as a list shows it. */
export interface ListedTestRun {
  readonly agentId: string;
  /** From 1. */
  readonly number: number;
  readonly at: number;
  /** Version of the agent; `null` for a draft. */
  readonly version: number | null;
  readonly model: string;
  readonly passed: number;
  readonly failed: number;
  readonly author: VersionAuthor;
}

/** A run of tests, whole. */
export interface TestRunRecord extends ListedTestRun {
  /** One for each test; the test runner knows their content. */
  readonly results: readonly object[];
}

const runList = "test_runs";

/** The number of stored runs per agent. */
const maxRuns = 100;

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly change: Change;
}

/** Files of tests, and their runs. */
export function createAgentTestStore({ database, change }: Dependencies) {
  const findRow = (transaction: Kysely<Tables>, agentId: string) =>
    transaction.selectFrom("agent_tests").selectAll().where("agent_id", "=", agentId).executeTakeFirst();

  return {
    async find({
      scope,
      agentId,
    }: {
      readonly scope: AgentScope;
      readonly agentId: string;
    }): Promise<AgentTestsRecord | undefined> {
      const row = isInScope(scope, agentId) ? await findRow(database, agentId) : undefined;
      return row && testsRecord(row);
    },

    /** Every file, by agent. */
    async list(): Promise<readonly AgentTestsRecord[]> {
      const rows = await database.selectFrom("agent_tests").selectAll().orderBy("agent_id").execute();
      return rows.map(testsRecord);
    },

    /** `expected`: the revision that the writer has seen, 0 for none; left out, any is replaced. */
    write: ({
      agentId,
      file,
      at,
      expected,
      audit,
    }: {
      readonly agentId: string;
      readonly file: string;
      readonly at: number;
      readonly expected?: number;
      readonly audit?: AuditEntry;
    }): Promise<
      | { readonly kind: "written"; readonly revision: number }
      | { readonly kind: "newer_revision"; readonly revision: number }
      | { readonly kind: "agent_not_found" }
    > =>
      change(async (transaction) => {
        // Two writers of one agent's tests wait for each other here.
        if (!(await lockAgent(transaction, agentId))) return { kind: "agent_not_found" };
        const before = (await findRow(transaction, agentId))?.revision ?? 0;
        if (expected !== undefined && expected !== before)
          return { kind: "newer_revision", revision: before };
        const row = { agent_id: agentId, file, revision: before + 1, changed_at: at };
        await transaction
          .insertInto("agent_tests")
          .values(row)
          .onConflict((conflict) => conflict.column("agent_id").doUpdateSet(row))
          .execute();
        await writeAudit(transaction, audit);
        return { kind: "written", revision: before + 1 };
      }),

    /** Keeps a run and the 99 before it, and says which number it has; `undefined` when the agent is gone. */
    addRun: ({
      agentId,
      author,
      results,
      ...run
    }: Omit<TestRunRecord, "number">): Promise<number | undefined> =>
      change(async (transaction) => {
        if (!(await lockAgent(transaction, agentId))) return undefined;
        const { last } = await transaction
          .selectFrom("test_runs")
          .select(({ fn }) => fn.max("number").as("last"))
          .where("agent_id", "=", agentId)
          .executeTakeFirstOrThrow();
        const number = Number(last ?? 0) + 1;
        const before = await transaction
          .selectFrom("test_runs")
          .select("results")
          .where("agent_id", "=", agentId)
          .where("number", "=", number - 1)
          .executeTakeFirst();
        await transaction
          .insertInto("test_runs")
          .values({
            agent_id: agentId,
            number,
            ...run,
            author_kind: author.kind,
            author_name: author.name,
            results: JSON.stringify(results),
          })
          .execute();
        await transaction
          .deleteFrom("test_runs")
          .where("agent_id", "=", agentId)
          .where("number", "<=", number - maxRuns)
          .execute();
        const flips = compareTestRuns(
          before ? JSON.parse(before.results) : [],
          // A test's result contains its name, whatever else it contains.
          results as readonly { readonly name: string; readonly passed: boolean }[],
        );
        const count = (flip: TestFlip) => flips.filter((each) => each.flip === flip).length;
        const [broken, fixed] = [count("broken"), count("fixed")];
        if (broken + fixed > 0)
          await enqueueAgentEvent(transaction, {
            type: "tests.flipped",
            at: run.at,
            agentId,
            subject: String(number),
            detail: `${broken}/${fixed}`,
          });
        return number;
      }),

    /** Newest first. Empty when the scope does not cover the agent. */
    async listRuns({
      scope,
      agentId,
      after,
      limit,
    }: {
      readonly scope: AgentScope;
      readonly agentId: string;
      readonly after?: string;
      readonly limit: number;
    }): Promise<Page<ListedTestRun>> {
      if (!isInScope(scope, agentId)) return { items: [], next: null };
      let query = database
        .selectFrom("test_runs")
        .select([
          "agent_id",
          "number",
          "at",
          "version",
          "model",
          "passed",
          "failed",
          "author_kind",
          "author_name",
        ])
        .where("agent_id", "=", agentId);
      if (after !== undefined) {
        const [number] = decodeCursor(runList, after, ["number"]);
        query = query.where("number", "<", number);
      }
      const rows = await query
        .orderBy("number", "desc")
        .limit(limit + 1)
        .execute();
      return pageOf(rows, { list: runList, limit, item: listedRun, position: ({ number }) => [number] });
    },

    async findRun({
      scope,
      agentId,
      number,
    }: {
      readonly scope: AgentScope;
      readonly agentId: string;
      readonly number: number;
    }): Promise<TestRunRecord | undefined> {
      if (!isInScope(scope, agentId)) return undefined;
      const row = await database
        .selectFrom("test_runs")
        .selectAll()
        .where("agent_id", "=", agentId)
        .where("number", "=", number)
        .executeTakeFirst();
      return row && { ...listedRun(row), results: JSON.parse(row.results) as readonly object[] };
    },
  };
}

/** Files of tests, and what came of them. Both go with their agent. */
export type AgentTestStore = ReturnType<typeof createAgentTestStore>;

function testsRecord({ agent_id, file, revision, changed_at }: AgentTestsRow): AgentTestsRecord {
  return { agentId: agent_id, file, revision, changedAt: changed_at };
}

function listedRun(row: Omit<TestRunRow, "results">): ListedTestRun {
  const { kind, name } = actorOf({ kind: row.author_kind, id: null, name: row.author_name });
  const { agent_id: agentId, number, at, version, model, passed, failed } = row;
  return { agentId, number, at, version, model, passed, failed, author: { kind, name } };
}
