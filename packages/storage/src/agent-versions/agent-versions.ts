import type { Kysely } from "kysely";
import { actorOf } from "../audit/audit-actor.ts";
import { decodeCursor } from "../paging/cursors.ts";
import { isInScope } from "../agent-scope/is-in-scope.ts";
import { pageOf } from "../paging/page-of.ts";
import { readStoredAgent } from "../agents/read-stored-agent.ts";
import type { Tables } from "../schema/tables.ts";
import type { AgentVersionRow } from "./agent-version-row.ts";
import type { AgentVersionStore, ListedAgentVersion } from "./agent-version-store.ts";

const versionList = "agent_versions";

/** Versions of agents, the newest of which says what the agent is. */
export function createAgentVersionStore({
  database,
}: {
  readonly database: Kysely<Tables>;
}): AgentVersionStore {
  /** `undefined` if there is no agent. */
  async function currentVersion(agentId: string): Promise<number | undefined> {
    const agent = await database
      .selectFrom("agents")
      .select("version")
      .where("id", "=", agentId)
      .executeTakeFirst();
    return agent?.version;
  }

  return {
    async list({ scope, agentId, after, limit }) {
      if (!isInScope(scope, agentId)) return { items: [], next: null };
      const current = await currentVersion(agentId);
      let query = database
        .selectFrom("agent_versions")
        .select(["agent_id", "version", "at", "author_kind", "author_name", "note"])
        .where("agent_id", "=", agentId);
      if (after !== undefined) {
        const [version] = decodeCursor(versionList, after, ["number"]);
        query = query.where("version", "<", version);
      }
      const rows = await query
        .orderBy("version", "desc")
        .limit(limit + 1)
        .execute();
      const item = (row: ListedRow) => listedVersion(row, current);
      return pageOf(rows, { list: versionList, limit, item, position: ({ version }) => [version] });
    },

    async find({ scope, agentId, version }) {
      if (!isInScope(scope, agentId)) return undefined;
      const current = await currentVersion(agentId);
      const row = await database
        .selectFrom("agent_versions")
        .selectAll()
        .where("agent_id", "=", agentId)
        .where("version", "=", version)
        .executeTakeFirst();
      if (!row) return undefined;
      return {
        ...listedVersion(row, current),
        file: row.file,
        definition: readStoredAgent(JSON.parse(row.definition)),
        baseDirectory: row.base_directory,
      };
    },
  };
}

type ListedRow = Omit<AgentVersionRow, "file" | "definition" | "base_directory">;

function listedVersion(row: ListedRow, current: number | undefined): ListedAgentVersion {
  const { kind, name } = actorOf({ kind: row.author_kind, id: null, name: row.author_name });
  return {
    agentId: row.agent_id,
    version: row.version,
    at: row.at,
    author: { kind, name },
    note: row.note,
    isCurrent: row.version === current,
  };
}
