import { includesRole } from "@servicechat/contract/admin";
import type { Role } from "@servicechat/contract/admin";
import { isPreview } from "@servicechat/storage";
import type { Person } from "@servicechat/storage";

export { roles } from "@servicechat/contract/admin";
export type { Role } from "@servicechat/contract/admin";

/** The agents that an actor may work on: `null` for all, or their ids. */
export type Scope = readonly string[] | null;

/** Who calls an operation, with its role and scope. */
export interface Actor {
  readonly kind: "operator" | "token" | "command_line" | "system";
  /** Of the operator or token. */
  readonly id?: string;
  readonly name?: string;
  readonly role: Role;
  readonly agents: Scope;
  /**
   * The person on whose behalf it speaks to visitors: the operator, or the one that a token is bound to. Absent: it
   * cannot.
   */
  readonly person?: Person;
  /** The session of the request, if an operator is signed in. */
  readonly session?: string;
  /** A hash of the network address that the request came from, for the audit log; absent for the machine itself. */
  readonly address?: string;
}

/** Anyone who can open the database may do everything. */
export const commandLine: Actor = { kind: "command_line", role: "owner", agents: null };

/** Whether the actor is at the machine, where agent files may name anything. */
export function isAtMachine({ kind }: Pick<Actor, "kind">): boolean {
  return kind === "command_line" || kind === "system";
}

/** Whether a role includes another. */
export function hasRole({ role }: Pick<Actor, "role">, needed: Role): boolean {
  return includesRole(role, needed);
}

/** Whether an agent is within a scope. A draft is in none: its key is the only way to it. */
export function isInScope(scope: Scope, agentId: string): boolean {
  return (scope === null || scope.includes(agentId)) && !isPreview(agentId);
}
