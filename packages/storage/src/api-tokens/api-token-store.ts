import type { Role } from "@servicechat/contract/admin";
import type { AuditActor, AuditEntry } from "../audit/audit-store.ts";
import type { AgentScope } from "../agent-scope/agent-scope.ts";
import type { Page } from "../paging/page.ts";
import type { OperatorNotFound, OperatorRecord } from "../operators/operator-store.ts";

/** An API token as it is stored: nothing in it can be used as a credential. */
export interface TokenRecord {
  /** The public part, 12 hex digits. */
  readonly id: string;
  /** SHA-256 of the secret part, lower-case hex. */
  readonly secretHash: string;
  readonly name: string;
  readonly role: Role;
  readonly agents: AgentScope["agents"];
  /** The person it speaks for; `null` when it speaks for nobody. */
  readonly operatorId: string | null;
  readonly createdBy: AuditActor;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** `null` before its first use. Exact to a minute. */
  readonly lastUsedAt: number | null;
  /** `null` while it is valid. A revoked token never becomes valid again. */
  readonly revokedAt: number | null;
}

/** A token to be created. */
export type NewToken = Omit<TokenRecord, "lastUsedAt" | "revokedAt">;

/** API tokens. Rows are kept when tokens are revoked or expire. Creating and revoking move the storage's revision. */
export interface ApiTokenStore {
  /** `operator_not_found`: there is no such person for the token. */
  create(
    token: NewToken,
    audit?: AuditEntry,
  ): Promise<{ readonly kind: "created" } | { readonly kind: "id_taken" } | OperatorNotFound>;
  /**
   * Revoked and expired ones too.
   *
   * @returns with the person it speaks for, as they are now; `null` when it speaks for nobody, or they were removed
   */
  find(
    id: string,
  ): Promise<{ readonly token: TokenRecord; readonly operator: OperatorRecord | null } | undefined>;
  /** Newest first, revoked and expired ones too. */
  list(query: { readonly after?: string; readonly limit: number }): Promise<Page<TokenRecord>>;
  /** Notes a use. Written at most once a minute. */
  used(use: { readonly id: string; readonly at: number }): Promise<void>;
  /** One that is revoked keeps the moment at which it was, and writes no line. */
  revoke(revocation: {
    readonly id: string;
    readonly at: number;
    readonly audit?: AuditEntry;
  }): Promise<
    | { readonly kind: "revoked"; readonly token: TokenRecord }
    | { readonly kind: "already_revoked"; readonly token: TokenRecord }
    | { readonly kind: "token_not_found" }
  >;
}
