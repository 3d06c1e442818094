import type { Scope } from "../access/actor.ts";

/**
 * The agents that a list is about: those of the actor's scope, or the one of them that a filter names. A filter out of
 * scope leaves none, as if there were no such agent.
 */
export function agentsWithin(scope: Scope, agent: string | undefined): Scope {
  if (agent === undefined) return scope;
  return scope === null || scope.includes(agent) ? [agent] : [];
}
