import type { VersionAuthor } from "../agent-versions/agent-version-store.ts";
import type { AuditEntry } from "../audit/audit-store.ts";
import type { AgentScope } from "../agent-scope/agent-scope.ts";
import type { Page } from "../paging/page.ts";

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

/** Files of tests, and what came of them. Both go with their agent. */
export interface AgentTestStore {
  find(query: {
    readonly scope: AgentScope;
    readonly agentId: string;
  }): Promise<AgentTestsRecord | undefined>;
  /** Every file, by agent. */
  list(): Promise<readonly AgentTestsRecord[]>;
  /** `expected`: the revision that the writer has seen, 0 for none; left out, any is replaced. */
  write(tests: {
    readonly agentId: string;
    readonly file: string;
    readonly at: number;
    readonly expected?: number;
    readonly audit?: AuditEntry;
  }): Promise<
    | { readonly kind: "written"; readonly revision: number }
    | { readonly kind: "newer_revision"; readonly revision: number }
    | { readonly kind: "agent_not_found" }
  >;
  /** Keeps a run and the 99 before it, and says which number it has; `undefined` when the agent is gone. */
  addRun(run: Omit<TestRunRecord, "number">): Promise<number | undefined>;
  /** Newest first. Empty when the scope does not cover the agent. */
  listRuns(query: {
    readonly scope: AgentScope;
    readonly agentId: string;
    readonly after?: string;
    readonly limit: number;
  }): Promise<Page<ListedTestRun>>;
  findRun(query: {
    readonly scope: AgentScope;
    readonly agentId: string;
    readonly number: number;
  }): Promise<TestRunRecord | undefined>;
}
