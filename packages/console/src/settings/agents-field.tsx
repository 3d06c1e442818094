import type { JSX } from "preact";
import type { AgentItem, Page } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { Choices } from "../ui/choices.tsx";
import { useResource } from "../ui/use-resource.ts";

/** Chooses the agents that something is limited to; none means all. */
export function AgentsField({
  agents,
  change,
}: {
  agents: readonly string[];
  change: (agents: readonly string[]) => void;
}): JSX.Element | null {
  const { api, words } = useConsole();
  const text = words.settings.people;
  const known = useResource("agents", (signal) =>
    api.get<Page<AgentItem>>("agents", { limit: 200 }, signal),
  ).value;
  if (!known || known.items.length === 0) return null;
  return (
    <Choices
      legend={text.agents}
      hint={text.agentsHint}
      choices={known.items.map(({ id, name }) => ({ id, label: name }))}
      chosen={agents}
      change={change}
    />
  );
}
