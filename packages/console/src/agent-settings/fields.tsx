import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import { stringify } from "yaml";
import { valueIn, type FilePath } from "../agent-file/edit-file.ts";
import { icon } from "../ui/icon.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { readFault, useFileForm } from "./form-context.tsx";
import type { FieldName } from "./words.en.ts";

/** What every field of the forms has. */
export interface SettingProps {
  readonly path: FilePath;
  /** Its words; without them, those of the last step of its path. */
  readonly name?: FieldName;
  readonly required?: boolean;
}

interface Tied {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean | undefined;
  readonly disabled: boolean;
}

/** The label and hint of a field. */
export function useFieldWords({ path, name }: SettingProps): {
  readonly label: string;
  readonly hint: string;
} {
  const { words } = useFileForm();
  const [label = "", hint = ""] = words.fields[name ?? (String(path.at(-1)) as FieldName)] ?? [];
  return { label, hint };
}

/** A control with label, hint, and what is wrong with its value. What it cannot show is shown as it is. */
export function Setting({
  isShowable = true,
  extra,
  children,
  ...setting
}: SettingProps & {
  readonly isShowable?: boolean;
  /** Below the control, such as a count. */
  readonly extra?: ComponentChildren;
  readonly children: (tied: Tied) => ComponentChildren;
}): JSX.Element {
  const form = useFileForm();
  const { path, required } = setting;
  const { label, hint } = useFieldWords(setting);
  const id = useId();
  const faults = form.faultsAt(path, true);
  const described = [hint && `${id}-hint`, faults.length > 0 && `${id}-issue`].filter(Boolean).join(" ");
  if (!isShowable)
    return (
      <div class="field">
        <span class="legend">{label}</span>
        <AsItIs value={valueIn(form.file, path)} />
        <Faults path={path} inside />
      </div>
    );
  return (
    <div class="field">
      <label for={id}>
        {label}
        {required && <span class="optional"> *</span>}
      </label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": faults.length > 0 || undefined,
        disabled: !form.mayEdit,
      })}
      <Faults path={path} inside id={`${id}-issue`} />
      {extra}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** What is wrong at a path, in the words of the check. */
export function Faults({
  path,
  inside = false,
  id,
}: {
  path: FilePath;
  inside?: boolean;
  id?: string;
}): JSX.Element | null {
  const faults = useFileForm().faultsAt(path, inside);
  if (faults.length === 0) return null;
  return (
    <p class="setting-issue" id={id}>
      {icon("alert", 14)}
      <span>{faults.map((fault) => showHidden(readFault(fault).text)).join("; ")}</span>
    </p>
  );
}

/** A part of the file that a form has no fields for. */
export function AsItIs({ value }: { value: unknown }): JSX.Element {
  const { words, fileHref } = useFileForm();
  return (
    <div class="as-it-is">
      <p class="hint">
        {words.shownAsIs} <a href={fileHref}>{words.toFile}</a>
      </p>
      <pre>{showHidden(stringify(value, { lineWidth: 0 }).trimEnd())}</pre>
    </div>
  );
}

/** The fields of a map that a form does not show. */
export function Others({ path, known }: { path: FilePath; known: readonly string[] }): JSX.Element | null {
  const value = valueIn(useFileForm().file, path);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const others = Object.entries(value).filter(([key]) => !known.includes(key));
  if (others.length === 0) return null;
  return <AsItIs value={Object.fromEntries(others)} />;
}
