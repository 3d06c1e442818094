import type { JSX } from "preact";
import { roles, type AgentItem, type Page, type Role } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { Choices, Field } from "../ui/form.tsx";
import { useResource } from "../ui/use-resource.ts";

/** A role, and the agents that it is limited to; none means all. */
export interface RoleValues {
  readonly role: Role;
  readonly agents: readonly string[];
}

/** Chooses a role, and the agents that it is limited to. */
export function RoleFields({
  values,
  change,
}: {
  values: RoleValues;
  change: (values: RoleValues) => void;
}): JSX.Element {
  const { words } = useConsole();
  const { vocabulary } = words;
  const text = words.settings.people;
  return (
    <>
      <Field label={text.role} hint={vocabulary.roleHints[values.role]}>
        {(tied) => (
          <select
            {...tied}
            value={values.role}
            onChange={({ currentTarget }) => change({ ...values, role: currentTarget.value as Role })}
          >
            {roles.map((role) => (
              <option key={role} value={role}>
                {vocabulary.roles[role]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {values.role !== "owner" && (
        <AgentsField agents={values.agents} change={(agents) => change({ ...values, agents })} />
      )}
    </>
  );
}

/** Role and agents in the API's format: an owner has all agents; if none are chosen, `null` stands for all. */
export function roleBody({ role, agents }: RoleValues): Record<string, unknown> {
  return { role, ...(role !== "owner" && { agents: agents.length > 0 ? agents : null }) };
}

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
