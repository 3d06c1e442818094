import type { JSX } from "preact";
import type { AgentItem, Page } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { useResource } from "../ui/use-resource.ts";

/** Chooses the agents that something is limited to; none: all. */
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
    <fieldset class="field">
      <legend class="legend">{text.agents}</legend>
      {known.items.map(({ id, name }) => (
        <label key={id} class="check">
          <input
            type="checkbox"
            checked={agents.includes(id)}
            onChange={() =>
              change(agents.includes(id) ? agents.filter((each) => each !== id) : [...agents, id])
            }
          />
          <span>{name}</span>
        </label>
      ))}
      <p class="hint">{text.agentsHint}</p>
    </fieldset>
  );
}
