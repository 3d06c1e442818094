import type { GapState } from "@servicechat/contract/admin";
import { sql, type Kysely } from "kysely";
import { inScope } from "../agent-scope.ts";
import { isOfUndeletedAgent } from "../erasure/erase-agents.ts";
import { decodeCursor, pageOf } from "../paging.ts";
import type { Tables } from "../schema/tables.ts";
import { gapQuestion } from "./gap-questions.ts";
import { gapMarks, type GapClosedBy, type GapQuestion, type GapStore, type ListedGap } from "./gap-store.ts";

const listName = "gaps";

/** The maximum number of a gap's newest questions that are read for its name, its marks and its nearest passage. */
const maxRead = 100;

type Counted = Awaited<ReturnType<ReturnType<typeof counted>["execute"]>>[number];

/** Gaps with what their questions come to. */
function counted(reader: Kysely<Tables>) {
  return reader
    .selectFrom("gaps")
    .innerJoin("gap_questions", "gap_questions.gap_id", "gaps.id")
    .select(["gaps.id", "gaps.agent_id", "state", "opened_at", "changed_at", "closed_by", "changed_by"])
    .select(({ fn }) => [
      fn.countAll<number>().as("questions"),
      fn.count<number>("session_id").distinct().as("chats"),
      fn.min("at").as("first_at"),
      fn.max("at").as("last_at"),
    ])
    .groupBy(["gaps.id", "gaps.agent_id", "state", "opened_at", "changed_at", "closed_by", "changed_by"]);
}

/** Lists gaps for operators, and finds one. */
export function createGapList({
  reader,
}: {
  readonly reader: Kysely<Tables>;
}): Pick<GapStore, "list" | "find"> {
  /** Each with what its newest questions say. */
  async function told(rows: readonly Counted[]): Promise<readonly ListedGap[]> {
    const ids = rows.map(({ id }) => id);
    const questions = ids.length === 0 ? [] : await newest(ids);
    const byGap = Map.groupBy(questions, ({ gapId }) => gapId);
    return rows.map((row) => listedGap(row, byGap.get(row.id) ?? []));
  }

  async function newest(ids: readonly string[]) {
    const rows = await reader
      .with("ranked", (query) =>
        query
          .selectFrom("gap_questions")
          .selectAll()
          .select(
            sql<number>`row_number() over (partition by gap_id order by at desc, reply_id desc)`.as("place"),
          )
          .where("gap_id", "in", ids),
      )
      .selectFrom("ranked")
      .selectAll()
      .where("place", "<=", maxRead)
      .execute();
    return rows.map((row) => ({ gapId: row.gap_id, ...gapQuestion(row) }));
  }

  return {
    async list({ scope, agentId, states, from, to, after, limit }) {
      const position =
        after === undefined ? undefined : decodeCursor(listName, after, ["number", "number", "string"]);
      const rows = await reader
        .with("counted", () => {
          let query = counted(reader)
            .where(inScope(scope, "gaps.agent_id"))
            .where(isOfUndeletedAgent("gaps.agent_id"));
          if (agentId !== undefined) query = query.where("gaps.agent_id", "=", agentId);
          if (states !== undefined) query = query.where("state", "in", states);
          if (from !== undefined) query = query.having(({ fn }) => fn.max("at"), ">=", from);
          if (to !== undefined) query = query.having(({ fn }) => fn.min("at"), "<", to);
          return query;
        })
        .selectFrom("counted")
        .selectAll()
        .$if(position !== undefined, (query) => {
          const [chats = 0, lastAt = 0, id = ""] = position ?? [];
          return query.where((gap) =>
            gap(gap.refTuple("chats", "last_at", "id"), "<", gap.tuple(chats, lastAt, id)),
          );
        })
        .orderBy("chats", "desc")
        .orderBy("last_at", "desc")
        .orderBy("id", "desc")
        .limit(limit + 1)
        .execute();
      const page = pageOf(rows, {
        list: listName,
        limit,
        item: (row) => row,
        position: (row) => [Number(row.chats), Number(row.last_at), row.id],
      });
      return { items: await told(page.items), next: page.next };
    },

    async find({ scope, id }) {
      const row = await counted(reader)
        .where(inScope(scope, "gaps.agent_id"))
        .where(isOfUndeletedAgent("gaps.agent_id"))
        .where("gaps.id", "=", id)
        .executeTakeFirst();
      return row && (await told([row]))[0];
    },
  };
}

function listedGap(row: Counted, questions: readonly GapQuestion[]): ListedGap {
  const marks = new Set(questions.flatMap((question) => question.marks));
  const nearest = questions
    .map((question) => question.nearest)
    .toSorted((one, other) => (other?.score ?? -1) - (one?.score ?? -1));
  return {
    id: row.id,
    agentId: row.agent_id,
    // Only this package writes these columns, from these very types.
    state: row.state as GapState,
    question: usualQuestion(questions),
    questions: Number(row.questions),
    chats: Number(row.chats),
    firstAt: Number(row.first_at),
    lastAt: Number(row.last_at),
    marks: gapMarks.filter((mark) => marks.has(mark)),
    nearest: nearest[0] ?? null,
    openedAt: row.opened_at,
    changedAt: row.changed_at,
    closedBy: row.closed_by as GapClosedBy | null,
    changedBy: row.changed_by,
  };
}

/** The most frequent wording; of equally frequent ones, the first. */
function usualQuestion(questions: readonly GapQuestion[]): string {
  const inOrder = questions.toSorted((one, other) => one.at - other.at);
  const wordings = [...Map.groupBy(inOrder, ({ question }) => question)];
  return wordings.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? "";
}
