import { compareTestRuns } from "@servicechat/contract/admin";
import type { TestFlip } from "@servicechat/contract/admin";
import type { Kysely } from "kysely";
import { lockAgent } from "../agent-versions/apply-agent.ts";
import { actorOf } from "../audit/audit-actor.ts";
import { writeAudit } from "../audit/write-audit.ts";
import type { Change } from "../change.ts";
import { decodeCursor } from "../paging/cursors.ts";
import { isInScope } from "../agent-scope/is-in-scope.ts";
import { pageOf } from "../paging/page-of.ts";
import { tellWebhooks } from "../webhooks/tell-webhooks.ts";
import type { Tables } from "../schema/tables.ts";
import type { AgentTestStore, AgentTestsRecord, ListedTestRun } from "./agent-test-store.ts";
import type { AgentTestsRow, TestRunRow } from "./agent-test-tables.ts";

const runList = "test_runs";

/** The number of stored runs per agent. */
const maxRuns = 100;

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly change: Change;
}

/** Files of tests, and their runs. */
export function createAgentTestStore({ database, change }: Dependencies): AgentTestStore {
  const findRow = (transaction: Kysely<Tables>, agentId: string) =>
    transaction.selectFrom("agent_tests").selectAll().where("agent_id", "=", agentId).executeTakeFirst();

  return {
    async find({ scope, agentId }) {
      const row = isInScope(scope, agentId) ? await findRow(database, agentId) : undefined;
      return row && testsRecord(row);
    },

    async list() {
      const rows = await database.selectFrom("agent_tests").selectAll().orderBy("agent_id").execute();
      return rows.map(testsRecord);
    },

    write: ({ agentId, file, at, expected, audit }) =>
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

    addRun: ({ agentId, author, results, ...run }) =>
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
          await tellWebhooks(transaction, {
            type: "tests.flipped",
            at: run.at,
            agentId,
            subject: String(number),
            detail: `${broken}/${fixed}`,
          });
        return number;
      }),

    async listRuns({ scope, agentId, after, limit }) {
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

    async findRun({ scope, agentId, number }) {
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

function testsRecord({ agent_id, file, revision, changed_at }: AgentTestsRow): AgentTestsRecord {
  return { agentId: agent_id, file, revision, changedAt: changed_at };
}

function listedRun(row: Omit<TestRunRow, "results">): ListedTestRun {
  const { kind, name } = actorOf({ kind: row.author_kind, id: null, name: row.author_name });
  const { agent_id: agentId, number, at, version, model, passed, failed } = row;
  return { agentId, number, at, version, model, passed, failed, author: { kind, name } };
}
