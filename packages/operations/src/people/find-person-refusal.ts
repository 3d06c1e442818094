import type { Role, Scope } from "../access/actor.ts";
import { findUnknownAgent } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { OperationContext } from "../operation-context.ts";

/** Longest names, in UTF-16 units. */
const maxLength = { name: 100, displayName: 60 } as const;

/**
 * Why the given fields of a person, or of a token, are refused.
 *
 * @param before the agents that a person had until now
 */
export async function findPersonRefusal(
  context: Pick<OperationContext, "storage">,
  given: {
    readonly name?: string | undefined;
    readonly displayName?: string | null | undefined;
    readonly role?: Role | undefined;
    readonly agents?: Scope | undefined;
  },
  before: Scope = null,
): Promise<RefusedAs<"input_invalid"> | undefined> {
  for (const field of ["name", "displayName"] as const) {
    const reason = nameIssue(given[field], maxLength[field]);
    if (reason !== undefined) return { kind: "input_invalid", field, reason };
  }
  const { role, agents } = given;
  if (agents === undefined || agents === null) return undefined;
  if (agents.length === 0)
    return { kind: "input_invalid", field: "agents", reason: "must not be empty: null means all" };
  if (role === "owner")
    return {
      kind: "input_invalid",
      field: "agents",
      reason: "must be null for an owner, who has all agents",
    };
  const unknown = await findUnknownAgent(context, agents, before);
  if (unknown === undefined) return undefined;
  return {
    kind: "input_invalid",
    field: "agents",
    reason: `must exist: there is no ${JSON.stringify(unknown)}`,
  };
}

function nameIssue(text: string | null | undefined, max: number): string | undefined {
  if (text === undefined || text === null) return undefined;
  if (text.trim() === "") return "must not be empty";
  if (text.length > max) return `must be at most ${max} characters long`;
  return /\p{Cc}/u.test(text) ? "must not contain control characters" : undefined;
}
