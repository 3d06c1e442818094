import { roles, type Role } from "@servicechat/contract/admin";
import type { AgentScope } from "../agent-scope.ts";
import type { Page } from "../paging.ts";
import type { OperatorRow } from "../schema/rows/people.ts";
import type { AuditEntry } from "./audit.ts";

/** A person who works with the console. Nothing in here opens anything. */
export interface OperatorRecord {
  readonly id: string;
  /** Unique without regard to case. */
  readonly name: string;
  /** The name that visitors see: by default `name`. */
  readonly displayName: string;
  /** Whether that name was chosen. */
  readonly named: boolean;
  readonly role: Role;
  readonly agents: AgentScope["agents"];
  /** `invited` until the first sign-in. */
  readonly state: "invited" | "active";
  readonly createdAt: number;
  /** `null` before the first sign-in. Exact to a minute. */
  readonly lastSeenAt: number | null;
  /** Grows with every change of name, display name, role or agents. */
  readonly revision: number;
  /** Whether they take chats at the moment, as they have set it. */
  readonly available: boolean;
}

/** A link that signs a person in once. */
export interface NewSignInLink {
  /** Hash of the link's secret. */
  readonly tokenHash: string;
  readonly expiresAt: number;
}

/** A person to be made. */
export interface NewOperator {
  readonly id: string;
  readonly name: string;
  /** `null`: the name. */
  readonly displayName: string | null;
  readonly role: Role;
  /** `null` for owners. */
  readonly agents: AgentScope["agents"];
  readonly createdAt: number;
}

/** The changeable fields of a person; omitted ones stay. Somebody who becomes an owner gets all agents. */
export interface OperatorChanges {
  readonly name?: string;
  readonly displayName?: string | null;
  readonly role?: Role;
  readonly agents?: AgentScope["agents"];
}

/** No such person, or not any longer. */
export interface OperatorNotFound {
  readonly kind: "operator_not_found";
}

/** The result of creating a person. */
export type CreateOperatorResult =
  | { readonly kind: "created"; readonly operator: OperatorRecord }
  | { readonly kind: "name_taken" }
  | { readonly kind: "operators_exist" };

/** The result of a change to a person. */
export type UpdateOperatorResult =
  | { readonly kind: "updated"; readonly operator: OperatorRecord }
  | { readonly kind: "newer_revision"; readonly revision: number }
  | { readonly kind: "name_taken" }
  | { readonly kind: "last_owner" }
  | OperatorNotFound;

/** The result of a removal. */
export type RemoveOperatorResult =
  | { readonly kind: "removed" }
  | { readonly kind: "last_owner" }
  | OperatorNotFound;

/** The result of a new password. */
export type SetPasswordResult =
  | { readonly kind: "password_set" }
  | { readonly kind: "password_changed_meanwhile" }
  | OperatorNotFound;

/**
 * People who work with the console. Changes are made one after another on all nodes, and move the storage's revision. All
 * take the line of the audit log that is written with the change; a change that is not made writes none.
 */
export interface OperatorStore {
  /**
   * @param options.link signs the new person in
   * @param options.onlyFirst makes no person if there is one already: `operators_exist`
   */
  create(
    operator: NewOperator,
    options?: {
      readonly link?: NewSignInLink;
      readonly onlyFirst?: boolean;
      readonly audit?: AuditEntry;
    },
  ): Promise<CreateOperatorResult>;
  find(id: string): Promise<OperatorRecord | undefined>;
  /** Without regard to case. */
  findByName(name: string): Promise<OperatorRecord | undefined>;
  /** Oldest first. */
  list(query: { readonly after?: string; readonly limit: number }): Promise<Page<OperatorRecord>>;
  /**
   * Another role ends all sessions of the person.
   *
   * @param change.expected the revision that the change was made from; left out, it is made to any
   */
  update(change: {
    readonly id: string;
    readonly values: OperatorChanges;
    readonly expected?: number;
    readonly audit?: AuditEntry;
  }): Promise<UpdateOperatorResult>;
  /** Says whether a person takes chats just now, which moves no revision. @returns false without the person */
  setAvailable(id: string, available: boolean): Promise<boolean>;
  /**
   * Removes the person with links, sessions and passkeys, and revokes the tokens bound to them. The audit log stays.
   */
  remove(removal: {
    readonly id: string;
    readonly at: number;
    readonly audit?: AuditEntry;
  }): Promise<RemoveOperatorResult>;
  /** Makes one more link; earlier ones stay good. */
  createLink(link: {
    readonly operatorId: string;
    readonly link: NewSignInLink;
    readonly audit?: AuditEntry;
  }): Promise<{ readonly kind: "created" } | OperatorNotFound>;
  /** The hash of the password; `null` without one, `undefined` without the person. */
  findPassword(id: string): Promise<string | null | undefined>;
  /**
   * Sets or removes the password, and ends all sessions but `session`, which gets a new token.
   *
   * @param change.before the hash that was there when the change was allowed: with another one by now, nothing changes
   */
  setPassword(change: {
    readonly id: string;
    readonly before: string | null;
    readonly passwordHash: string | null;
    readonly session?: { readonly id: string; readonly tokenHash: string };
    readonly audit?: AuditEntry;
  }): Promise<SetPasswordResult>;
}

/** Reads a role as it is stored. One that this version does not know may do the least. */
export function roleOf(stored: string): Role {
  return roles.find((role) => role === stored) ?? "viewer";
}

/** Reads a row of the table `operators`, without the password. */
export function operatorRecord(
  row: Omit<OperatorRow, "password_hash" | "email" | "mail_alerts" | "present_at">,
): OperatorRecord {
  return {
    id: row.id,
    name: row.name,
    displayName: row.display_name ?? row.name,
    named: row.display_name !== null,
    role: roleOf(row.role),
    agents: row.agents === null ? null : JSON.parse(row.agents),
    state: row.state === "active" ? "active" : "invited",
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    revision: row.revision,
    available: row.available === 1,
  };
}

/** A name as it is compared: without regard to case, and to how its letters are composed. */
export function comparableName(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}
