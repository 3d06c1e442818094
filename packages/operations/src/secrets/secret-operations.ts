import { isForAgents } from "@servicechat/contract/agent-file";
import type { SecretRecord } from "@servicechat/storage";
import { actorOf, auditLine } from "../access/audit.ts";
import { isAtMachine, isInScope } from "../access/actor.ts";
import type { Actor, Scope } from "../access/actor.ts";
import { byRole, findUnknownAgent } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import { draftAuthor } from "../agents/draft-operations.ts";
import { namedVariables } from "../agent-file/named-variables.ts";
import type { OperationContext } from "../operation-context.ts";
import { pageOfWhole } from "../paging.ts";
import type { PageRequest } from "../paging.ts";

/** Shorter values do not show their end: it would be too much of them. */
const minShownLength = 16;

/** A secret to store. */
interface NewSecret {
  readonly name: string;
  readonly value: string;
  /** The only places that it is sent to. */
  readonly origins: readonly string[];
  /** Left out: all agents. */
  readonly agents?: Scope | undefined;
}

/** A stored secret as people see it, without its value. */
export interface SecretView extends Omit<SecretRecord, "sealed"> {
  /** Agents in the scope that name it. */
  readonly usedBy: readonly string[];
  /** Whether the environment has a value of this name, which comes first. */
  readonly shadowed: boolean;
}

/** Operations on stored secrets. Nobody is given a value back. */
export const secretOperations = {
  /** Those that an agent of the scope may use, by name. */
  list: byRole("editor", async (context, request: PageRequest, { agents }) => {
    const secrets = (await context.storage.secrets.list()).filter((secret) =>
      isForAgents(secret.agents, agents),
    );
    const users = await findUsers(context);
    const views = secrets.map((secret) => secretView(secret, { context, scope: agents, users }));
    return pageOfWhole("secrets", views, request, ({ name }) => [name]);
  }),

  /** Stores a secret, in place of one that has the name. */
  set: byRole("owner", async (context, { name, value, agents = null, ...given }: NewSecret, actor) => {
    const { storage, secrets } = context;
    const origins: string[] = [];
    for (const text of given.origins) {
      const origin = await readOrigin(text, context, actor);
      if (origin === undefined) return invalidOrigin;
      origins.push(origin);
    }
    const before = await storage.secrets.find(name);
    // One that is not applied yet may have it too: a new agent is tried before.
    const author = { scope: { agents: actor.agents }, authorId: draftAuthor(actor), now: context.now() };
    const drafts = agents ? await storage.agentDrafts.list(author) : [];
    const known = [...(before?.agents ?? []), ...drafts.map(({ agentId }) => agentId)];
    const unknown = await findUnknownAgent(context, agents, known);
    if (unknown !== undefined)
      return {
        kind: "input_invalid" as const,
        field: "agents",
        reason: `there is no agent ${JSON.stringify(unknown)}`,
      };
    const limits = { name, origins: [...new Set(origins)], agents };
    const { kind, name: by } = actorOf(actor);
    const secret: SecretRecord = {
      ...limits,
      sealed: secrets.seal(value, limits),
      lastFour: value.trim().length < minShownLength ? null : value.trim().slice(-4),
      setAt: context.now(),
      by: { kind, name: by },
    };
    const audit = auditLine(context, actor, "secret.set", { kind: "secret", id: name, name });
    const result = await storage.secrets.set(secret, audit);
    const users = await findUsers(context);
    return { result, ...secretView(secret, { context, scope: actor.agents, users }) };
  }),

  /** Removes a secret; one that agents name only with `force`. */
  remove: byRole(
    "owner",
    async (
      context,
      { name, force = false }: { readonly name: string; readonly force?: boolean | undefined },
      actor,
    ): Promise<{ readonly name: string } | RefusedAs<"secret_not_found" | "secret_in_use">> => {
      const missing = { kind: "secret_not_found", id: name } as const;
      if (!(await context.storage.secrets.find(name))) return missing;
      const agents = (await findUsers(context)).get(name) ?? [];
      if (agents.length > 0 && !force) return { kind: "secret_in_use", agents };
      const audit = auditLine(context, actor, "secret.remove", { kind: "secret", id: name, name });
      return (await context.storage.secrets.remove({ name, audit })) ? { name } : missing;
    },
  ),
};

const invalidOrigin = {
  kind: "input_invalid",
  field: "origins",
  reason:
    "must be addresses such as https://api.example.com, without a path; http:// only for this machine and for networks in SERVICECHAT_ALLOWED_NETWORKS",
} as const;

/** An origin in its usual form; `undefined` for what is none, or may not be sent a secret. */
async function readOrigin(
  text: string,
  { consoleLimits }: Pick<OperationContext, "consoleLimits">,
  actor: Actor,
): Promise<string | undefined> {
  const url = URL.parse(text);
  if (!url || !/^https?:\/\/[^/?#@\\\s]+\/?$/i.test(text)) return undefined;
  if (url.protocol === "https:") return url.origin;
  if (url.protocol !== "http:") return undefined;
  const isLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  const isAllowed =
    isLoopback || isAtMachine(actor) || ((await consoleLimits?.isAllowedInside(url.origin)) ?? false);
  return isAllowed ? url.origin : undefined;
}

type Users = ReadonlyMap<string, readonly string[]>;

/** The applied agents that name each variable or secret. */
async function findUsers({ storage }: Pick<OperationContext, "storage">): Promise<Users> {
  const users = new Map<string, string[]>();
  for (const { id, definition } of await storage.agents.list())
    for (const name of new Set(namedVariables(definition).map((named) => named.name)))
      users.set(name, [...(users.get(name) ?? []), id]);
  return users;
}

function secretView(
  { sealed: _sealed, ...secret }: SecretRecord,
  {
    context: { environment },
    scope,
    users,
  }: {
    readonly context: Pick<OperationContext, "environment">;
    readonly scope: Scope;
    readonly users: Users;
  },
): SecretView {
  const { name, agents } = secret;
  return {
    ...secret,
    agents: agents && agents.filter((id) => isInScope(scope, id)),
    usedBy: (users.get(name) ?? []).filter((id) => isInScope(scope, id)),
    shadowed: Boolean(environment[name]?.trim()),
  };
}
