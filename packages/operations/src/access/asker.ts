import { includesRole } from "@servicechat/contract/admin";
import type { Role } from "@servicechat/contract/admin";
import { isPreview } from "@servicechat/storage";
import type { Person } from "@servicechat/storage";

export { roles } from "@servicechat/contract/admin";
export type { Role } from "@servicechat/contract/admin";

/** The agents that somebody may work on: `null` for all, or their ids. */
export type Scope = readonly string[] | null;

/** Who asks for an operation, and how much they may. */
export interface Asker {
  readonly kind: "operator" | "token" | "command_line" | "system";
  /** Of the operator or token. */
  readonly id?: string;
  readonly name?: string;
  readonly role: Role;
  readonly agents: Scope;
  /** In whose name it speaks to visitors: the operator, or the one whom a token is bound to. Absent: it does not. */
  readonly person?: Person;
  /** The session that asks, of an operator who is signed in. */
  readonly session?: string;
  /** Stands for the network address that the request came from, for the audit log; absent for the machine itself. */
  readonly address?: string;
}

/** Whoever can open the database may do everything. */
export const commandLine: Asker = { kind: "command_line", role: "owner", agents: null };

/** Whether a role includes another. */
export function hasRole({ role }: Pick<Asker, "role">, needed: Role): boolean {
  return includesRole(role, needed);
}

/** Whether an agent lies within a scope. A draft lies in none: whoever has its key chats with it, and that is all. */
export function isInScope(scope: Scope, agentId: string): boolean {
  return (scope === null || scope.includes(agentId)) && !isPreview(agentId);
}
