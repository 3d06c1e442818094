import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { renameField, textIn, valueIn, type FilePath } from "../agent-file/edit-file.ts";
import { icon } from "../ui/icon.tsx";
import { AsItIs, Faults, Others, Setting, useFieldWords, type SettingProps } from "./fields.tsx";
import { NumberSetting, SelectSetting, TextSetting } from "./inputs.tsx";
import { useFileForm } from "./form-context.tsx";

const methods = { GET: "GET", POST: "POST", PUT: "PUT", PATCH: "PATCH", DELETE: "DELETE" };

/** A request that the service makes, for a tool or a form. */
export function HttpFields({ path }: { path: FilePath }): JSX.Element {
  const inside = (field: string): FilePath => [...path, field];
  return (
    <>
      <Faults path={path} />
      <div class="method-and-url">
        <SelectSetting path={inside("method")} options={methods} usual="GET" />
        <TextSetting
          path={inside("url")}
          type="url"
          isCode
          required
          placeholder="https://shop.example/api/orders/{order}"
        />
      </div>
      <HeadersSetting path={inside("headers")} />
      <JsonSetting path={inside("body")} />
      <NumberSetting path={inside("timeoutSeconds")} usual={15} />
      <Others path={path} known={["method", "url", "headers", "body", "timeoutSeconds"]} />
    </>
  );
}

/** Names and values, such as the headers of a request. */
export function HeadersSetting(setting: SettingProps): JSX.Element {
  const form = useFileForm();
  const { path } = setting;
  const { label, hint } = useFieldWords(setting);
  const legend = useId();
  const value = valueIn(form.file, path) ?? {};
  const isMap = typeof value === "object" && !Array.isArray(value);
  const headers = isMap ? Object.entries(value) : [];
  return (
    <div class="field" role="group" aria-labelledby={legend}>
      <span class="legend" id={legend}>
        {label}
      </span>
      {!isMap && <AsItIs value={value} />}
      {headers.map(([name, header], index) => (
        <div key={index} class="header-row">
          <input
            class="code-input"
            aria-label={`${form.words.headerName} ${index + 1}`}
            disabled={!form.mayEdit}
            spellcheck={false}
            value={name}
            // Not with each letter: on the way a name may be that of another header.
            onChange={({ currentTarget }) =>
              form.edit((text) => renameField(text, [...path, name], currentTarget.value.trim()))
            }
          />
          <input
            class="code-input"
            aria-label={`${form.words.headerValue} ${index + 1}`}
            disabled={!form.mayEdit}
            spellcheck={false}
            value={textIn(header)}
            onInput={({ currentTarget }) => form.set([...path, name], currentTarget.value)}
          />
          <button
            type="button"
            class="icon-button"
            disabled={!form.mayEdit}
            aria-label={form.words.remove(name)}
            title={form.words.remove(name)}
            onClick={() => form.set(headers.length === 1 ? path : [...path, name], undefined)}
          >
            {icon("cross", 15)}
          </button>
          <Faults path={[...path, name]} />
        </div>
      ))}
      <Faults path={path} />
      <p class="hint">{hint}</p>
      {form.mayEdit && isMap && (
        <div>
          <button
            type="button"
            class="button small"
            onClick={() => form.set([...path, freeName(headers)], "")}
          >
            {icon("plus", 14)}
            {form.words.newHeader}
          </button>
        </div>
      )}
    </div>
  );
}

function freeName(headers: readonly (readonly [string, unknown])[]): string {
  const names = ["Authorization", "X-Api-Key", "Accept"];
  const isTaken = (name: string): boolean =>
    headers.some(([each]) => each.toLowerCase() === name.toLowerCase());
  return names.find((name) => !isTaken(name)) ?? `X-${headers.length + 1}`;
}

/** Anything, written as JSON. What is not JSON yet is only kept in the field. */
export function JsonSetting(setting: SettingProps): JSX.Element {
  const form = useFileForm();
  const value = valueIn(form.file, setting.path);
  const shown = value === undefined ? "" : JSON.stringify(value, null, 2);
  const [written, setWritten] = useState<string>();
  const entered = written === undefined ? undefined : parseJson(written);
  const isOwn = entered !== undefined && (!entered.isValid || sameJson(entered.value, value));
  return (
    <Setting
      {...setting}
      extra={
        entered?.isValid === false && (
          <p class="setting-issue" role="status">
            {icon("alert", 14)}
            <span>{form.words.invalidJson}</span>
          </p>
        )
      }
    >
      {(tied) => (
        <textarea
          {...tied}
          class="code-input"
          rows={Math.min(12, Math.max(3, shown.split("\n").length))}
          spellcheck={false}
          value={isOwn ? written : shown}
          onInput={({ currentTarget }) => {
            setWritten(currentTarget.value);
            const next = parseJson(currentTarget.value);
            if (next.isValid) form.set(setting.path, next.value);
          }}
        />
      )}
    </Setting>
  );
}

const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function parseJson(text: string): { readonly isValid: boolean; readonly value?: unknown } {
  if (text.trim() === "") return { isValid: true };
  try {
    return { isValid: true, value: JSON.parse(text) as unknown };
  } catch {
    return { isValid: false };
  }
}
