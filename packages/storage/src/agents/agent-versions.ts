import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { Kysely } from "kysely";
import { isInScope, type AgentScope } from "../agent-scope.ts";
import { decodeCursor, pageOf, type Page } from "../paging.ts";
import { actorOf, type AuditActor, type AuditEntry } from "../people/audit.ts";
import type { AgentVersionRow } from "../schema/rows/agents.ts";
import type { Tables } from "../schema/tables.ts";
import { readStoredAgent } from "./read-stored-agent.ts";

/** The author of a version. */
export type VersionAuthor = Pick<AuditActor, "kind" | "name">;

/** One state of an agent, as a list shows it. */
export interface ListedAgentVersion {
  readonly agentId: string;
  /** From 1, without a gap. */
  readonly version: number;
  readonly at: number;
  readonly author: VersionAuthor;
  /** May be empty. */
  readonly note: string;
  /** Whether the agent is in this state now. */
  readonly isCurrent: boolean;
}

/** One state of an agent, whole. */
export interface AgentVersion extends ListedAgentVersion {
  /** The file as it was written, with its comments; `null` where none was kept. */
  readonly file: string | null;
  readonly definition: AgentDefinition;
  /** Folder that relative `files` patterns start from. */
  readonly baseDirectory: string;
}

/** A new state of an agent. */
export interface AgentToApply {
  readonly id: string;
  readonly definition: AgentDefinition;
  /** The text of the file that was read. */
  readonly file: string;
  readonly baseDirectory: string;
  readonly at: number;
  readonly author: VersionAuthor;
  readonly note: string;
  /** The version that the writer has seen, 0 for an agent that must be new; left out, any is replaced. */
  readonly expected?: number;
  readonly audit?: readonly AuditEntry[];
  /** The draft that this ends: of this author, and, if `file` is given, only with this content. */
  readonly draft?: { readonly authorId: string; readonly file?: string };
  /** Whether its sources are to be read because of this change, by whichever node comes to it first. */
  readonly readsSources?: boolean;
}

/** The result of applying it. */
export type ApplyAgentResult =
  | {
      /** `unchanged`: definition, folder and file are equal already, and no version was made. */
      readonly kind: "created" | "updated" | "unchanged";
      readonly version: number;
    }
  /** Somebody made this one meanwhile: nothing was changed. */
  | { readonly kind: "newer_version"; readonly version: number }
  /** A version was expected, and the agent is gone. */
  | { readonly kind: "agent_not_found" };

const versionList = "agent_versions";

/** Versions of agents, the newest of which says what the agent is. */
export function createAgentVersionStore({ database }: { readonly database: Kysely<Tables> }) {
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
    /** Newest first. Empty when the scope does not cover the agent. */
    async list({
      scope,
      agentId,
      after,
      limit,
    }: {
      readonly scope: AgentScope;
      readonly agentId: string;
      readonly after?: string;
      readonly limit: number;
    }): Promise<Page<ListedAgentVersion>> {
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

    async find({
      scope,
      agentId,
      version,
    }: {
      readonly scope: AgentScope;
      readonly agentId: string;
      readonly version: number;
    }): Promise<AgentVersion | undefined> {
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

/** States that agents had. They are made by `AgentStore.apply` and `put`, and go with their agent. */
export type AgentVersionStore = ReturnType<typeof createAgentVersionStore>;

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
