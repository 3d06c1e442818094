import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { AuditActor, AuditEntry } from "../audit/audit-store.ts";
import type { AgentScope } from "../agent-scope/agent-scope.ts";
import type { Page } from "../paging/page.ts";

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
  readonly audit?: AuditEntry;
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

/** States that agents had. They are made by `AgentStore.apply` and `put`, and go with their agent. */
export interface AgentVersionStore {
  /** Newest first. Empty when the scope does not cover the agent. */
  list(query: {
    readonly scope: AgentScope;
    readonly agentId: string;
    readonly after?: string;
    readonly limit: number;
  }): Promise<Page<ListedAgentVersion>>;
  find(query: {
    readonly scope: AgentScope;
    readonly agentId: string;
    readonly version: number;
  }): Promise<AgentVersion | undefined>;
}
