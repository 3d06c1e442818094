import type { JSX } from "preact";
import { useConsole } from "../app/console-context.ts";
import { Field } from "../ui/form.tsx";

/** What is set of a key, as it stands in the form. */
export interface KeyValues {
  name: string;
  /** One site a line. */
  sites: string;
  /** Empty: as usual. */
  rate: string;
}

/** The settings of a key that can also be changed later. Writes into `values`. */
export function KeyFields({ values }: { values: KeyValues }): JSX.Element {
  const text = useConsole().words.keys;
  return (
    <>
      <Field label={text.name} hint={text.nameHint} optional>
        {(tied) => (
          <input
            {...tied}
            defaultValue={values.name}
            maxLength={100}
            onInput={({ currentTarget }) => {
              values.name = currentTarget.value;
            }}
          />
        )}
      </Field>
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
      <Field label={text.rate} hint={text.rateHint} optional>
        {(tied) => (
          <input
            {...tied}
            type="number"
            min={1}
            max={1_000_000}
            defaultValue={values.rate}
            onInput={({ currentTarget }) => {
              values.rate = currentTarget.value;
            }}
          />
        )}
      </Field>
    </>
  );
}

/** The settings as the API takes them. */
export function bodyOf({ name, sites, rate }: KeyValues): Record<string, unknown> {
  return {
    name: name.trim(),
    allowed: sites.split(/\s+/u).filter((site) => site !== ""),
    ...(rate !== "" && { rateLimit: Number(rate) }),
  };
}
