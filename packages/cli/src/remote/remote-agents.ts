import {
  agentSchema,
  agentsListSchema,
  agentVersionFileSchema,
  agentVersionsSchema,
  appliedAgentSchema,
  checkedAgentSchema,
} from "@servicechat/contract/admin-schemas";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import { z } from "zod";
import type { CommandOperations } from "../command-operations.ts";
import { asSent } from "./as-sent.ts";
import { readPages, segment } from "./admin-api.ts";
import type { AdminApi } from "./admin-api.ts";
import { orRefused } from "./remote-problem.ts";
import { msOf } from "./times.ts";

type Agents = CommandOperations["agents"];

const definitionSchema = asSent<AgentDefinition>();
const agentOfApi = agentSchema.extend({ definition: definitionSchema });

/** Refuses an unknown agent, and lists those that exist. */
export function agentRefusals(api: AdminApi, id: string) {
  return {
    agent_not_found: async () => ({
      kind: "agent_not_found" as const,
      id,
      known: (await listIds(api)).toSorted(),
    }),
  };
}

/** The agents of a remote service. */
export function remoteAgents(api: AdminApi): Agents {
  const at = (id: string) => `agents/${segment(id)}`;
  const read = (id: string) => api.ask("GET", at(id), { answer: agentOfApi });

  return {
    list: async (_, request) => {
      const { items, next } = await readPages(request, (query) =>
        api.ask("GET", "agents", { query, answer: agentsListSchema }),
      );
      const agents = [];
      for (const { id } of items) agents.push(viewOf(await read(id)));
      return { items: agents, next };
    },
    find: (_, { agent }) => orRefused(async () => viewOf(await read(agent)), agentRefusals(api, agent)),
    read: (_, { agent }) =>
      orRefused(
        async () => {
          const found = await read(agent);
          const { file, author, note, createdAt } = found;
          return { ...viewOf(found), file, author, note: note ?? "", at: msOf(createdAt) };
        },
        agentRefusals(api, agent),
      ),
    checkFile: async (_, { text }) => {
      const checked = await api.ask("POST", "agents/check", {
        body: { file: text },
        answer: checkedAgentSchema,
      });
      const { valid, faults, id, result, changed, warnings = [] } = checked;
      if (!valid || id === null || result === null) return { valid: false as const, faults };
      const notes = checked.notes.filter((note) => !warnings.includes(note));
      return {
        valid: true as const,
        notes: notes.map((message) => ({ line: null, message })),
        warnings,
        id,
        result,
        changed,
      };
    },
    apply: (_, { agent, text, note, seen, isNew }) =>
      orRefused(
        async () => {
          const { id, result, changed } = await api.ask("PUT", at(agent), {
            body: { file: text, ...(note !== undefined && { note }) },
            headers: isNew
              ? { "If-None-Match": "*" }
              : { "If-Match": seen === undefined ? "*" : `"${seen}"` },
            answer: appliedAgentSchema,
          });
          return { id, result, changed };
        },
        { ...agentRefusals(api, agent), ...outdated, ...faulty },
      ),
    versions: (_, { agent, limit, after }) =>
      orRefused(
        async () => {
          const { items, next } = await readPages({ limit, after }, (query) =>
            api.ask("GET", `${at(agent)}/versions`, { query, answer: agentVersionsSchema }),
          );
          return { items: items.map((version) => versionOf(agent, version)), next };
        },
        agentRefusals(api, agent),
      ),
    version: (_, { agent, version }) =>
      orRefused(
        async () => {
          const path = `${at(agent)}/versions/${version}`;
          const found = await api.ask("GET", path, { answer: agentVersionFileSchema });
          return { version, file: found.file };
        },
        { ...agentRefusals(api, agent), ...noVersion(agent, version) },
      ),
    restore: (_, { agent, version, note, seen }) =>
      orRefused(
        async () => {
          const { id, result, changed } = await api.ask("POST", `${at(agent)}/restore`, {
            body: { version, ...(note !== undefined && { note }) },
            ...(seen !== undefined && { headers: { "If-Match": `"${seen}"` } }),
            answer: appliedAgentSchema,
          });
          return { id, result, changed };
        },
        { ...agentRefusals(api, agent), ...noVersion(agent, version), ...outdated, ...faulty },
      ),
    delete: (_, { agent, onErased }) =>
      orRefused(
        async () => {
          await api.ask("DELETE", at(agent), { answer: z.unknown(), onStep: { erasing: onErased } });
          return { id: agent, deleted: true as const };
        },
        agentRefusals(api, agent),
      ),
  };
}

const outdated = {
  precondition_failed: () => ({ kind: "revision_outdated" as const, revision: "" }),
  agent_exists: () => ({ kind: "revision_outdated" as const, revision: "" }),
};

const faulty = {
  agent_file_faulty: ({
    faults = [],
  }: {
    readonly faults?: readonly { line: number | null; message: string }[];
  }) => ({
    kind: "agent_file_faulty" as const,
    faults,
  }),
};

const noVersion = (id: string, version: number) => ({
  version_not_found: () => ({ kind: "version_not_found" as const, id, version }),
});

async function listIds(api: AdminApi): Promise<readonly string[]> {
  const { items } = await readPages({ limit: Infinity }, (query) =>
    api.ask("GET", "agents", { query, answer: agentsListSchema }),
  );
  return items.map(({ id }) => id);
}

function viewOf(agent: z.output<typeof agentOfApi>) {
  const {
    id,
    definition,
    version,
    createdAt,
    firstAppliedAt = createdAt,
    updatedAt = createdAt,
    revision,
  } = agent;
  return {
    id,
    definition,
    baseDirectory: agent.baseDirectory ?? "the service's own folder",
    version,
    createdAt: msOf(firstAppliedAt),
    updatedAt: msOf(updatedAt),
    revision,
  };
}

function versionOf(
  agentId: string,
  { at, note, current, ...version }: z.output<typeof agentVersionsSchema>["items"][number],
) {
  return { ...version, agentId, at: msOf(at), note: note ?? "", isCurrent: current };
}
