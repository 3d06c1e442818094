import type { JSX } from "preact";
import { roles, type AgentItem, type Page, type Role } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { Field } from "../ui/form.tsx";
import { useResource } from "../ui/use-resource.ts";

/** A role, and the agents that it is limited to; none: all. */
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
  const { api, words } = useConsole();
  const { vocabulary } = words;
  const text = words.settings.people;
  const agents = useResource("agents", (signal) =>
    api.get<Page<AgentItem>>("agents", { limit: 200 }, signal),
  ).value;
  const toggle = (id: string): readonly string[] =>
    values.agents.includes(id) ? values.agents.filter((each) => each !== id) : [...values.agents, id];
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
      {values.role !== "owner" && agents && agents.items.length > 0 && (
        <fieldset class="field">
          <legend class="legend">{text.agents}</legend>
          {agents.items.map(({ id, name }) => (
            <label key={id} class="check">
              <input
                type="checkbox"
                checked={values.agents.includes(id)}
                onChange={() => change({ ...values, agents: toggle(id) })}
              />
              <span>{name}</span>
            </label>
          ))}
          <p class="hint">{text.agentsHint}</p>
        </fieldset>
      )}
    </>
  );
}

/** Role and agents as the API takes them: an owner has all, and nobody's list may be empty. */
export function roleBody({ role, agents }: RoleValues): Record<string, unknown> {
  return { role, ...(role !== "owner" && { agents: agents.length > 0 ? agents : null }) };
}
