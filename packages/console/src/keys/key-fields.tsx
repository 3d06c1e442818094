import type { JSX } from "preact";
import { useConsole } from "../app/console-context.ts";
import { Field } from "../ui/form.tsx";
import { InputField } from "../ui/input-field.tsx";

/** The settings of a key, as form values. */
export interface KeyValues {
  name: string;
  /** One site per line. */
  sites: string;
  /** Empty: the default. */
  rate: string;
}

/** The settings of a key that can be changed later. Writes into `values`. */
export function KeyFields({ values }: { values: KeyValues }): JSX.Element {
  const text = useConsole().words.keys;
  return (
    <>
      <InputField
        label={text.name}
        hint={text.nameHint}
        optional
        defaultValue={values.name}
        maxLength={100}
        onText={(entered) => {
          values.name = entered;
        }}
      />
      <Field label={text.sites} hint={text.sitesHint}>
        {(tied) => (
          <textarea
            {...tied}
            rows={4}
            spellcheck={false}
            defaultValue={values.sites}
            onInput={({ currentTarget }) => {
              values.sites = currentTarget.value;
            }}
          />
        )}
      </Field>
      <InputField
        label={text.rate}
        hint={text.rateHint}
        optional
        type="number"
        min={1}
        max={1_000_000}
        defaultValue={values.rate}
        onText={(entered) => {
          values.rate = entered;
        }}
      />
    </>
  );
}

/** The settings in the API's format. */
export function bodyOf({ name, sites, rate }: KeyValues): Record<string, unknown> {
  return {
    name: name.trim(),
    allowed: sites.split(/\s+/u).filter((site) => site !== ""),
    ...(rate !== "" && { rateLimit: Number(rate) }),
  };
}
