import type { AuditEntry } from "../audit/audit-store.ts";
import type { AgentScope } from "../agent-scope/agent-scope.ts";

/** An answer that people have approved for questions of visitors. */
export interface ApprovedAnswer {
  readonly id: string;
  readonly agentId: string;
  /** Markdown. */
  readonly text: string;
  /** Wordings of the question, at least one. The first is what visitors see as the source's name. */
  readonly questions: readonly string[];
  /** Given word for word to a question that is nearly one of these. */
  readonly verbatim: boolean;
  /** Name of the person who looks after it. */
  readonly owner: string | null;
  /** The day on which it should be reviewed, such as `2026-11-26`. */
  readonly reviewOn: string | null;
  /** Replies that named it as their source. */
  readonly hits: number;
  readonly lastHitAt: number | null;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly changedBy: string | null;
  /** Grows with each change; a hit is none. */
  readonly revision: number;
}

/** The fields that can be changed. */
export type ApprovedAnswerValues = Pick<
  ApprovedAnswer,
  "text" | "questions" | "verbatim" | "owner" | "reviewOn"
>;

/** A new one. */
export type NewApprovedAnswer = Omit<ApprovedAnswer, "hits" | "lastHitAt" | "changedAt" | "revision">;

/** Approved answers. Writes are made one after another on all nodes. */
export interface ApprovedAnswerStore {
  create(answer: NewApprovedAnswer, audit?: AuditEntry): Promise<ApprovedAnswer>;
  find(query: { readonly scope: AgentScope; readonly id: string }): Promise<ApprovedAnswer | undefined>;
  /** Those of agents in the scope, the one that was changed last first. */
  list(query: { readonly scope: AgentScope; readonly agentId?: string }): Promise<readonly ApprovedAnswer[]>;
  /** A word that changes whenever an agent's answers do; hits change none. Empty when it has none. */
  revisionOf(agentId: string): Promise<string>;
  /** @param change.expected the revision that the change was made from; left out, it is made to any */
  update(change: {
    readonly id: string;
    readonly values: Partial<ApprovedAnswerValues>;
    readonly expected?: number;
    readonly by: string | null;
    readonly at: number;
    readonly audit?: AuditEntry;
  }): Promise<
    | { readonly kind: "updated"; readonly answer: ApprovedAnswer }
    | { readonly kind: "newer_revision"; readonly revision: number }
    | { readonly kind: "answer_not_found" }
  >;
  /** @returns false when there is none */
  remove(removal: { readonly id: string; readonly audit?: AuditEntry }): Promise<boolean>;
  /** Counts that a reply named these as its sources. Those that are gone are passed over. */
  countHits(hits: { readonly ids: readonly string[]; readonly at: number }): Promise<void>;
}
