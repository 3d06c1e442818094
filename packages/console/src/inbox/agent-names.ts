import type { AgentItem, Page } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { useResource } from "../ui/use-resource.ts";

/** The names of agents, by id. */
export type AgentNames = ReadonlyMap<string, string>;

/** Reads the names of agents; there are none until they are known. */
export function useAgentNames(): AgentNames {
  const { api } = useConsole();
  const agents = useResource("agents", async (signal): Promise<AgentNames> => {
    const { items } = await api.get<Page<AgentItem>>("agents", { limit: 200 }, signal);
    return new Map(items.map(({ id, name }) => [id, name]));
  });
  return agents.value ?? unknown;
}

const unknown: AgentNames = new Map();
