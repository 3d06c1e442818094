import type { AgentRecord, SessionRecord, KeyRecord } from "@servicechat/storage";
import type { OperationParts } from "../operation-parts.ts";
import { hasRole, isInScope } from "./asker.ts";
import type { Asker, Role, Scope } from "./asker.ts";
import type { RefusedAs } from "./refused.ts";

/** Something that an operator can do. No check but its own protects `run`. */
export interface Operation<Input, Result> {
  /** The lowest role that may use it. */
  readonly role: Role;
  readonly run: (
    parts: OperationParts,
    asker: Asker,
    input: Input,
  ) => Promise<Result | RefusedAs<"role_needed">>;
}

/*
 * The only ways to create an operation. Each checks the role first, then gives the work only what is within the caller's
 * scope: work on something out of scope is never started, and the answer is as if it did not exist.
 */

/** An operation on whatever is within the caller's scope, such as a list. The work must keep to `scope`. */
export function withinScope<Input, Result>(
  role: Role,
  work: (parts: OperationParts, input: Input, scope: Scope) => Promise<Result>,
): Operation<Input, Result> {
  return {
    role,
    run: async (parts, asker, input) =>
      hasRole(asker, role) ? work(parts, input, asker.agents) : { kind: "role_needed", role },
  };
}

/** An operation that does not concern a particular agent. */
export function byRole<Input, Result>(
  role: Role,
  work: (parts: OperationParts, input: Input, asker: Asker) => Promise<Result>,
): Operation<Input, Result> {
  return {
    role,
    run: async (parts, asker, input) =>
      hasRole(asker, role) ? work(parts, input, asker) : { kind: "role_needed", role },
  };
}

/** Somebody who is signed in. */
export type Person = Asker & { readonly kind: "operator"; readonly id: string; readonly session: string };

/** An operation of people on what is their own: anybody who is signed in may use it, a token may not. */
export function ofPerson<Input, Result>(
  work: (parts: OperationParts, input: Input, person: Person) => Promise<Result>,
): Operation<Input, Result | RefusedAs<"person_needed">> {
  return {
    role: "viewer",
    run: async (parts, asker, input) => {
      const { kind, id, session } = asker;
      if (kind !== "operator" || id === undefined || session === undefined) return { kind: "person_needed" };
      return work(parts, input, { ...asker, kind, id, session });
    },
  };
}

/** An operation on the agent that `input.agent` names, whether it exists or not. */
export function onAgentId<Input extends { readonly agent: string }, Result>(
  role: Role,
  work: (parts: OperationParts, agentId: string, input: Input, asker: Asker) => Promise<Result>,
): Operation<Input, Result | RefusedAs<"agent_not_found">> {
  return {
    role,
    async run(parts, asker, input) {
      if (!hasRole(asker, role)) return { kind: "role_needed", role };
      if (!isInScope(asker.agents, input.agent)) return noSuchAgent(parts, input.agent, asker.agents);
      return work(parts, input.agent, input, asker);
    },
  };
}

/** An operation on the agent that `input.agent` names. */
export function onAgent<Input extends { readonly agent: string }, Result>(
  role: Role,
  work: (parts: OperationParts, agent: AgentRecord, input: Input, asker: Asker) => Promise<Result>,
): Operation<Input, Result | RefusedAs<"agent_not_found">> {
  return onAgentId<Input, Result | RefusedAs<"agent_not_found">>(role, async (parts, id, input, asker) => {
    const agent = await parts.storage.agents.find(id);
    return agent ? work(parts, agent, input, asker) : noSuchAgent(parts, id, asker.agents);
  });
}

/** An operation on the key that `input.id` names. */
export function onKey<Input extends { readonly id: string }, Result>(
  role: Role,
  work: (parts: OperationParts, key: KeyRecord, input: Input, asker: Asker) => Promise<Result>,
): Operation<Input, Result | RefusedAs<"key_not_found">> {
  return {
    role,
    async run(parts, asker, input) {
      if (!hasRole(asker, role)) return { kind: "role_needed", role };
      const key = await parts.storage.keys.find(input.id);
      if (!key || !isInScope(asker.agents, key.agentId)) return { kind: "key_not_found", id: input.id };
      return work(parts, key, input, asker);
    },
  };
}

/** An operation on the chat that `input.id` names. */
export function onChat<Input extends { readonly id: string }, Result>(
  role: Role,
  work: (parts: OperationParts, chat: SessionRecord, input: Input, asker: Asker) => Promise<Result>,
): Operation<Input, Result | RefusedAs<"chat_not_found">> {
  return {
    role,
    async run(parts, asker, input) {
      if (!hasRole(asker, role)) return { kind: "role_needed", role };
      const chat = await parts.storage.conversations.find(input.id);
      if (!chat || !isInScope(asker.agents, chat.agentId)) return { kind: "chat_not_found", id: input.id };
      return work(parts, chat, input, asker);
    },
  };
}

/** Says so, and which agents the asker may know of. */
async function noSuchAgent(
  { storage }: OperationParts,
  id: string,
  scope: Scope,
): Promise<RefusedAs<"agent_not_found">> {
  const known = (await storage.agents.list()).map((agent) => agent.id);
  return { kind: "agent_not_found", id, known: known.filter((each) => isInScope(scope, each)) };
}
