import type { JSX } from "preact";
import { roles, type Role } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { Field } from "../ui/form.tsx";
import { AgentsField } from "./agents-field.tsx";

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

/** Role and agents in the API's format: an owner has all, and nobody's list may be empty. */
export function roleBody({ role, agents }: RoleValues): Record<string, unknown> {
  return { role, ...(role !== "owner" && { agents: agents.length > 0 ? agents : null }) };
}
