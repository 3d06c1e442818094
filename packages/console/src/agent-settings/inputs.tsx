import type { ComponentChildren, JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { textIn, valueIn } from "../agent-file/edit-file.ts";
import { useConsole } from "../app/console-context.ts";
import { showHidden } from "../ui/show-hidden.ts";
import { Faults, Setting, useFieldWords, type SettingProps } from "./fields.tsx";
import { useFileForm } from "./form-context.tsx";

type TextProps = SettingProps & {
  readonly placeholder?: string | undefined;
  readonly maxLength?: number;
  /** Several lines. */
  readonly rows?: number;
  readonly type?: "text" | "url";
  readonly isCode?: boolean;
  readonly options?: readonly string[] | undefined;
  readonly extra?: ComponentChildren;
};

/** A text. An optional one that is empty is not in the file. */
export function TextSetting({
  placeholder,
  maxLength,
  rows,
  type,
  isCode,
  options,
  extra,
  ...setting
}: TextProps): JSX.Element {
  const form = useFileForm();
  const list = useId();
  const value = valueIn(form.file, setting.path) ?? "";
  const text = textIn(value);
  const write = (entered: string): void =>
    form.set(setting.path, entered === "" && !setting.required ? undefined : withEnd(entered, text));
  return (
    <Setting {...setting} isShowable={typeof value !== "object"} extra={extra}>
      {(tied) => {
        const shared = {
          ...tied,
          placeholder,
          maxLength,
          class: isCode ? "code-input" : undefined,
          spellcheck: isCode || type === "url" ? false : undefined,
        };
        if (rows !== undefined)
          return (
            <textarea
              {...shared}
              rows={rows}
              value={text.replace(/\n$/, "")}
              onInput={({ currentTarget }) => write(currentTarget.value)}
            />
          );
        return (
          <>
            <input
              {...shared}
              type="text"
              inputMode={type === "url" ? "url" : undefined}
              list={options && options.length > 0 ? list : undefined}
              value={text}
              onInput={({ currentTarget }) => write(currentTarget.value)}
            />
            {options && options.length > 0 && (
              <datalist id={list}>
                {options.map((option) => (
                  <option key={option} value={option} />
                ))}
              </datalist>
            )}
          </>
        );
      }}
    </Setting>
  );
}

/** A text of several lines ends with a line break in the file, as people write it there. */
function withEnd(entered: string, before: string): string {
  const hasEnd = before.includes("\n") ? before.endsWith("\n") : entered.includes("\n");
  return entered !== "" && hasEnd ? `${entered}\n` : entered;
}

/** A number. What is none is written as it is, and reported. */
export function NumberSetting({
  usual,
  ...setting
}: SettingProps & { readonly usual: string | number }): JSX.Element {
  const { words } = useConsole();
  const form = useFileForm();
  const value = valueIn(form.file, setting.path);
  const [written, setWritten] = useState("");
  const placeholder =
    typeof usual === "number"
      ? form.words.usual(usual.toLocaleString(words.lang, { useGrouping: usual >= 10_000 }))
      : usual;
  return (
    <Setting {...setting} isShowable={typeof value !== "object" || value === null}>
      {(tied) => (
        <input
          {...tied}
          class="number-input"
          inputMode="decimal"
          placeholder={placeholder}
          value={numberIn(written) === (value ?? undefined) ? written : textIn(value)}
          onInput={({ currentTarget }) => {
            setWritten(currentTarget.value);
            form.set(setting.path, numberIn(currentTarget.value));
          }}
        />
      )}
    </Setting>
  );
}

function numberIn(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return /^-?\d+(?:[.,]\d*)?$/.test(trimmed) ? Number(trimmed.replace(",", ".")) : trimmed;
}

/** One of several words. */
export function SelectSetting({
  options,
  usual,
  change,
  ...setting
}: SettingProps & {
  readonly options: Readonly<Record<string, string>>;
  /** What applies where the file says nothing. */
  readonly usual: string;
  /** Called instead of writing the value. */
  readonly change?: (value: string) => void;
}): JSX.Element {
  const form = useFileForm();
  const value = valueIn(form.file, setting.path) ?? usual;
  return (
    <Setting {...setting} isShowable={typeof value !== "object"}>
      {(tied) => (
        <SelectInput
          tied={tied}
          options={options}
          value={textIn(value)}
          change={change ?? ((chosen) => form.set(setting.path, chosen === "" ? undefined : chosen))}
        />
      )}
    </Setting>
  );
}

/** A choice. A value that is none of the options is one too, so that it is kept. */
export function SelectInput({
  tied,
  options,
  value,
  change,
}: {
  tied: object;
  options: Readonly<Record<string, string>>;
  value: string;
  change: (value: string) => void;
}): JSX.Element {
  return (
    <select {...tied} value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
      {!Object.hasOwn(options, value) && <option value={value}>{showHidden(value)}</option>}
      {Object.entries(options).map(([each, label]) => (
        <option key={each} value={each}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Yes or no. */
export function SwitchSetting({
  usual,
  ...setting
}: SettingProps & { readonly usual: boolean }): JSX.Element {
  const form = useFileForm();
  const value = valueIn(form.file, setting.path) ?? usual;
  if (typeof value !== "boolean")
    return (
      <Setting {...setting} isShowable={false}>
        {() => null}
      </Setting>
    );
  return <CheckRow {...setting} isOn={value} change={(isOn) => form.set(setting.path, isOn)} />;
}

/** A checkbox with its words, for anything that is on or off. */
export function CheckRow({
  isOn,
  change,
  ...setting
}: SettingProps & { readonly isOn: boolean; readonly change: (isOn: boolean) => void }): JSX.Element {
  const { label, hint } = useFieldWords(setting);
  const { mayEdit } = useFileForm();
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          checked={isOn}
          disabled={!mayEdit}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
        />
        <span>
          {label}
          {hint && (
            <>
              <br />
              <small class="hint">{hint}</small>
            </>
          )}
        </span>
      </label>
      <Faults path={setting.path} />
    </div>
  );
}

/** A list of texts, one on each line. An empty line, which the file does not have, stays while it is written. */
export function LinesSetting({
  rows = 3,
  placeholder,
  keepsEmpty = false,
  ...setting
}: SettingProps & {
  readonly rows?: number;
  readonly placeholder?: string;
  /** An empty list is not the same as none. */
  readonly keepsEmpty?: boolean;
}): JSX.Element {
  const form = useFileForm();
  const value = valueIn(form.file, setting.path) ?? [];
  const lines = Array.isArray(value) ? value.map(String) : [];
  const [written, setWritten] = useState("");
  const isOwn = linesIn(written).join("\n") === lines.join("\n");
  return (
    <Setting
      {...setting}
      isShowable={Array.isArray(value) && value.every((each) => typeof each !== "object")}
    >
      {(tied) => (
        <textarea
          {...tied}
          rows={rows}
          placeholder={placeholder}
          value={isOwn ? written : lines.join("\n")}
          onInput={({ currentTarget }) => {
            setWritten(currentTarget.value);
            const entered = linesIn(currentTarget.value);
            form.set(setting.path, entered.length > 0 || keepsEmpty ? entered : undefined);
          }}
        />
      )}
    </Setting>
  );
}

const linesIn = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((each) => each.trim())
    .filter((each) => each !== "");
