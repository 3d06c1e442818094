import type { GapState } from "@servicechat/contract/admin";
import { sql, type Kysely } from "kysely";
import { knowledgeRevision } from "../knowledge/knowledge.ts";
import type { Tables } from "../schema/tables.ts";
import { failedPrefix, type GapStore, type OpenGap } from "./gap-store.ts";

/**
 * Gaps that may have to be checked: the condition of their index, word for word. Closed ones are among them as long as
 * a question that joined them has not been asked.
 */
const isOpen = sql<boolean>`gaps.state <> 'dismissed'
  and (gaps.state <> 'closed' or gaps.checked is null or substr(gaps.checked, 1, 7) = 'failed ')`;

/** Finds gaps whose questions may have answers by now. */
export function createOpenGaps({
  database,
}: {
  readonly database: Kysely<Tables>;
}): Pick<GapStore, "open" | "due" | "dueAgents"> {
  const openGaps = () =>
    database
      .selectFrom("gaps")
      .select(["id", "agent_id", "state", "checked", "proof"])
      .select((gap) =>
        gap
          .selectFrom("gap_questions")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .whereRef("gap_questions.gap_id", "=", "gaps.id")
          .as("questions"),
      )
      .where(isOpen);

  return {
    async open({ agentId, id } = {}) {
      const rows = await openGaps()
        .$if(agentId !== undefined, (query) => query.where("agent_id", "=", agentId ?? ""))
        .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
        .orderBy("agent_id")
        .orderBy("id")
        .execute();
      return rows.map(openGap);
    },

    async dueAgents({ agentId } = {}) {
      // The least, the greatest, and whether there is none: each the end of an index, however many gaps there are.
      const ofAgent = sql`from gaps where gaps.agent_id = agents.id and ${isOpen}`;
      const edge = (order: "asc" | "desc") =>
        sql`(select gaps.checked ${ofAgent} and gaps.checked is not null
          order by gaps.checked ${sql.raw(order)} limit ${sql.lit(1)})`;
      const any = [
        sql<boolean>`exists (select ${sql.lit(1)} ${ofAgent} and gaps.checked is null)`,
        sql<boolean>`${edge("asc")} <> ${knowledgeRevision}`,
        sql<boolean>`${edge("desc")} <> ${knowledgeRevision}`,
      ];
      return database
        .selectFrom("agents")
        .leftJoin("vector_changes", "vector_changes.agent_id", "agents.id")
        .select(["agents.id as agentId", knowledgeRevision.as("known")])
        .where((agent) => agent.or(any))
        .$if(agentId !== undefined, (query) => query.where("agents.id", "=", agentId ?? ""))
        .orderBy("agents.id")
        .execute();
    },

    async due({ agentId, known, from, limit }) {
      const failed = `${failedPrefix}${known}`;
      const ofAgent = () => openGaps().where("agent_id", "=", agentId);
      const ranges = [
        ofAgent().where("checked", "is", null).orderBy("id"),
        ofAgent().where("checked", "<", known),
        ofAgent().where("checked", ">", known).where("checked", "<", failed),
        ofAgent().where("checked", ">", failed),
      ];
      const fresh = [];
      for (const range of ranges)
        if (fresh.length < limit) fresh.push(...(await range.limit(limit - fresh.length).execute()));
      const tried = ofAgent().where("checked", "=", failed).orderBy("id").limit(1);
      const again =
        (await tried.where("id", ">=", from).executeTakeFirst()) ?? (await tried.executeTakeFirst());
      return { fresh: fresh.map(openGap), failed: again && openGap(again) };
    },
  };
}

function openGap(row: {
  readonly id: string;
  readonly agent_id: string;
  readonly state: string;
  readonly checked: string | null;
  readonly proof: string | null;
  readonly questions: number | null;
}): OpenGap {
  return {
    id: row.id,
    agentId: row.agent_id,
    // Only this package writes the column, from this very type.
    state: row.state as GapState,
    checked: row.checked,
    questions: Number(row.questions),
    proof: JSON.parse(row.proof ?? "[]") as readonly string[],
  };
}
