import type { AgentRecord, SessionRecord, KeyRecord } from "@servicechat/storage";
import type { OperationContext } from "../operation-context.ts";
import { hasRole, isInScope } from "./actor.ts";
import type { Actor, Role, Scope } from "./actor.ts";
import type { RefusedAs } from "./refused.ts";

/** Something that an operator can do. `run` is protected only by its own checks. */
export interface Operation<Input, Result> {
  /** The lowest role that may use it. */
  readonly role: Role;
  readonly run: (
    context: OperationContext,
    actor: Actor,
    input: Input,
  ) => Promise<Result | RefusedAs<"role_needed">>;
}

/** Names what an operation is about by its id. */
export interface WithId {
  readonly id: string;
}

/** Names the agent that an operation is about. */
export interface WithAgent {
  readonly agent: string;
}

/*
 * The only ways to create an operation. Each checks the role first, then gives the work only what is within the caller's
 * scope: work on something out of scope is never started, and the answer is as if it did not exist.
 */

/** An operation on whatever is within the caller's scope, such as a list. The work must keep to `scope`. */
export function withinScope<Input, Result>(
  role: Role,
  work: (context: OperationContext, input: Input, scope: Scope) => Promise<Result>,
): Operation<Input, Result> {
  return {
    role,
    run: async (context, actor, input) =>
      hasRole(actor, role) ? work(context, input, actor.agents) : { kind: "role_needed", role },
  };
}

/** An operation that does not concern a particular agent. */
export function byRole<Input, Result>(
  role: Role,
  work: (context: OperationContext, input: Input, actor: Actor) => Promise<Result>,
): Operation<Input, Result> {
  return {
    role,
    run: async (context, actor, input) =>
      hasRole(actor, role) ? work(context, input, actor) : { kind: "role_needed", role },
  };
}

/** A person who is signed in. */
export type Person = Actor & { readonly kind: "operator"; readonly id: string; readonly session: string };

/** An operation on a person's own account: anyone who is signed in may use it, but no token. */
export function ofPerson<Input, Result>(
  work: (context: OperationContext, input: Input, person: Person) => Promise<Result>,
): Operation<Input, Result | RefusedAs<"person_needed">> {
  return {
    role: "viewer",
    run: async (context, actor, input) => {
      const { kind, id, session } = actor;
      if (kind !== "operator" || id === undefined || session === undefined) return { kind: "person_needed" };
      return work(context, input, { ...actor, kind, id, session });
    },
  };
}

/** An operation on the agent that `input.agent` names, whether it exists or not. */
export function onAgentId<Input extends WithAgent, Result>(
  role: Role,
  work: (context: OperationContext, agentId: string, input: Input, actor: Actor) => Promise<Result>,
): Operation<Input, Result | RefusedAs<"agent_not_found">> {
  return {
    role,
    async run(context, actor, input) {
      if (!hasRole(actor, role)) return { kind: "role_needed", role };
      if (!isInScope(actor.agents, input.agent)) return noSuchAgent(context, input.agent, actor.agents);
      return work(context, input.agent, input, actor);
    },
  };
}

/** An operation on the agent that `input.agent` names. */
export function onAgent<Input extends WithAgent, Result>(
  role: Role,
  work: (context: OperationContext, agent: AgentRecord, input: Input, actor: Actor) => Promise<Result>,
): Operation<Input, Result | RefusedAs<"agent_not_found">> {
  return onAgentId<Input, Result | RefusedAs<"agent_not_found">>(role, async (context, id, input, actor) => {
    const agent = await context.storage.agents.find(id);
    return agent ? work(context, agent, input, actor) : noSuchAgent(context, id, actor.agents);
  });
}

/** An operation on the key that `input.id` names. */
export function onKey<Input extends WithId, Result>(
  role: Role,
  work: (context: OperationContext, key: KeyRecord, input: Input, actor: Actor) => Promise<Result>,
): Operation<Input, Result | RefusedAs<"key_not_found">> {
  return {
    role,
    async run(context, actor, input) {
      if (!hasRole(actor, role)) return { kind: "role_needed", role };
      const key = await context.storage.keys.find(input.id);
      if (!key || !isInScope(actor.agents, key.agentId)) return { kind: "key_not_found", id: input.id };
      return work(context, key, input, actor);
    },
  };
}

/** An operation on the chat that `input.id` names. */
export function onChat<Input extends WithId, Result>(
  role: Role,
  work: (context: OperationContext, chat: SessionRecord, input: Input, actor: Actor) => Promise<Result>,
): Operation<Input, Result | RefusedAs<"chat_not_found">> {
  return {
    role,
    async run(context, actor, input) {
      if (!hasRole(actor, role)) return { kind: "role_needed", role };
      const chat = await context.storage.conversations.find(input.id);
      if (!chat || !isInScope(actor.agents, chat.agentId)) return { kind: "chat_not_found", id: input.id };
      return work(context, chat, input, actor);
    },
  };
}

/**
 * The first of the given agents that does not exist: a limit to it would apply to nothing, or later to
 * another agent of that name. Those of `before` stay allowed, as an agent may have been deleted since.
 */
export async function findUnknownAgent(
  { storage }: Pick<OperationContext, "storage">,
  agents: Scope | undefined,
  before: Scope = null,
): Promise<string | undefined> {
  if (agents === undefined || agents === null) return undefined;
  const known = new Set((await storage.agents.list()).map(({ id }) => id).concat(before ?? []));
  return agents.find((id) => !known.has(id));
}

/** The refusal for an unknown agent, with the agents in the actor's scope. */
export async function noSuchAgent(
  { storage }: OperationContext,
  id: string,
  scope: Scope,
): Promise<RefusedAs<"agent_not_found">> {
  const known = (await storage.agents.list()).map((agent) => agent.id);
  return { kind: "agent_not_found", id, known: known.filter((each) => isInScope(scope, each)) };
}
