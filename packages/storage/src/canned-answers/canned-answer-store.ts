import type { AuditEntry } from "../audit/audit-store.ts";
import type { AgentScope } from "../agent-scope/agent-scope.ts";

/** An answer that people have ready for questions that come often. */
export interface CannedAnswer {
  readonly id: string;
  /** By which it is found; unique without regard to case. */
  readonly name: string;
  readonly text: string;
  /** For whose chats it is; `null` for those of all agents. */
  readonly agents: AgentScope["agents"];
  readonly createdAt: number;
  /** Grows with each change. */
  readonly revision: number;
}

/** The fields that can be changed. */
export type CannedAnswerValues = Pick<CannedAnswer, "name" | "text" | "agents">;

/** Canned answers. Writes are made one after another on all nodes. */
export interface CannedAnswerStore {
  create(
    answer: Omit<CannedAnswer, "revision">,
    audit?: AuditEntry,
  ): Promise<{ readonly kind: "created" } | { readonly kind: "name_taken" }>;
  find(id: string): Promise<CannedAnswer | undefined>;
  /** All that are for an agent of the scope, by name. */
  list(scope: AgentScope): Promise<readonly CannedAnswer[]>;
  /** @param change.expected the revision that the change was made from; left out, it is made to any */
  update(change: {
    readonly id: string;
    readonly values: Partial<CannedAnswerValues>;
    readonly expected?: number;
    readonly audit?: AuditEntry;
  }): Promise<
    | { readonly kind: "updated"; readonly answer: CannedAnswer }
    | { readonly kind: "newer_revision"; readonly revision: number }
    | { readonly kind: "name_taken" }
    | { readonly kind: "canned_not_found" }
  >;
  /** @returns false when there is none */
  remove(removal: { readonly id: string; readonly audit?: AuditEntry }): Promise<boolean>;
}
