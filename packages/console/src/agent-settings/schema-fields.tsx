import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { changeFile, renameField, reorderFields, valueIn, type FilePath } from "../agent-file/edit-file.ts";
import { icon } from "../ui/icon.tsx";
import { AsItIs, Faults, Others, Setting, useFieldWords, type SettingProps } from "./fields.tsx";
import { CheckRow, LinesSetting, NumberSetting, SelectInput, TextSetting } from "./inputs.tsx";
import { useFileForm } from "./form-context.tsx";
import type { SettingsWords } from "./words.en.ts";

type Properties = Readonly<Record<string, unknown>>;
type FieldType = keyof SettingsWords["fieldTypes"];

const asMap = (value: unknown): Properties | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Properties) : undefined;

/** A schema without fields, to which they are added. */
export const emptySchema = { type: "object", properties: {}, additionalProperties: false };

/** The fields that a form asks for, or that a model fills in. */
export function SchemaFields(setting: SettingProps): JSX.Element {
  const form = useFileForm();
  const { path } = setting;
  const { label, hint } = useFieldWords(setting);
  const legend = useId();
  const schema = valueIn(form.file, path);
  const properties = asMap(valueIn(schema, ["properties"])) ?? {};
  const names = Object.keys(properties);
  if (schema !== undefined && schema !== null && !asMap(schema)) return <AsItIs value={schema} />;

  const add = (): void => {
    const name = freeName(names);
    form.edit((text) => {
      const base = schema ? text : changeFile(text, path, emptySchema);
      return changeFile(base, [...path, "properties", name], { type: "string", title: "" });
    });
  };
  const move = (index: number, by: number): void => {
    const next = names.with(index, names[index + by] ?? "").with(index + by, names[index] ?? "");
    form.edit((text) => reorderFields(text, [...path, "properties"], next));
  };
  return (
    <div class="field" role="group" aria-labelledby={legend}>
      <span class="legend" id={legend}>
        {label}
      </span>
      {hint && <p class="hint">{hint}</p>}
      <Faults path={path} />
      {names.map((name, index) => (
        <PropertyFields
          key={index}
          schemaPath={path}
          name={name}
          move={(by) => move(index, by)}
          isFirst={index === 0}
          isLast={index === names.length - 1}
        />
      ))}
      {form.mayEdit && (
        <div>
          <button type="button" class="button small" onClick={add}>
            {icon("plus", 14)}
            {form.words.newField}
          </button>
        </div>
      )}
      {names.length > 0 && (
        <CheckRow
          path={[...path, "additionalProperties"]}
          isOn={valueIn(schema, ["additionalProperties"]) === false}
          change={(isOn) => form.set([...path, "additionalProperties"], isOn ? false : undefined)}
        />
      )}
      <Others path={path} known={["type", "properties", "required", "additionalProperties"]} />
    </div>
  );
}

function PropertyFields({
  schemaPath,
  name,
  move,
  isFirst,
  isLast,
}: {
  schemaPath: FilePath;
  name: string;
  move: (by: number) => void;
  isFirst: boolean;
  isLast: boolean;
}): JSX.Element {
  const form = useFileForm();
  const path = [...schemaPath, "properties", name];
  const property = asMap(valueIn(form.file, path)) ?? {};
  const type = typeOf(property);
  const required = valueIn(form.file, [...schemaPath, "required"]);
  const requiredNames = Array.isArray(required) ? required.map(String) : [];
  const setRequired = (isOn: boolean, text: string): string => {
    const next = isOn ? [...requiredNames, name] : requiredNames.filter((each) => each !== name);
    return changeFile(text, [...schemaPath, "required"], next.length > 0 ? next : undefined);
  };
  return (
    <div class="schema-field">
      <div class="schema-row">
        <Setting path={path} name="fieldName" required>
          {(tied) => (
            <input
              {...tied}
              class="code-input"
              spellcheck={false}
              value={name}
              // Not with each letter: on the way a name may be that of another field.
              onChange={({ currentTarget }) => {
                const next = currentTarget.value.trim();
                form.edit((text) => {
                  const renamed = renameField(text, path, next);
                  if (renamed === text || !requiredNames.includes(name)) return renamed;
                  return changeFile(renamed, [...schemaPath, "required", requiredNames.indexOf(name)], next);
                });
              }}
            />
          )}
        </Setting>
        <Setting path={[...path, "type"]} name="fieldType">
          {(tied) => (
            <SelectInput
              tied={tied}
              options={type === "other" ? form.words.fieldTypes : withoutOther(form.words.fieldTypes)}
              value={type}
              change={(chosen) => form.set(path, withType(property, chosen as FieldType))}
            />
          )}
        </Setting>
      </div>
      <TextSetting path={[...path, "title"]} name="fieldTitle" />
      <TextSetting path={[...path, "description"]} name="fieldDescription" />
      {type === "choice" && <LinesSetting path={[...path, "enum"]} name="fieldChoices" />}
      {type === "text" && (
        <div class="schema-row">
          <TextSetting path={[...path, "pattern"]} name="fieldPattern" isCode />
          <NumberSetting path={[...path, "maxLength"]} name="fieldMaxLength" usual={form.words.noLimit} />
        </div>
      )}
      <Others path={path} known={["title", "description", ...(knownBy[type] ?? [])]} />
      <div class="schema-actions">
        <CheckRow
          path={[...schemaPath, "required"]}
          name="fieldRequired"
          isOn={requiredNames.includes(name)}
          change={(isOn) => form.edit((text) => setRequired(isOn, text))}
        />
        {form.mayEdit && (
          <>
            <button
              type="button"
              class="icon-button"
              disabled={isFirst}
              aria-label={form.words.moveUp(name)}
              title={form.words.moveUp(name)}
              onClick={() => move(-1)}
            >
              {icon("raise", 15)}
            </button>
            <button
              type="button"
              class="icon-button"
              disabled={isLast}
              aria-label={form.words.moveDown(name)}
              title={form.words.moveDown(name)}
              onClick={() => move(1)}
            >
              {icon("chevron", 15)}
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={form.words.remove(name)}
              title={form.words.remove(name)}
              onClick={() => form.edit((text) => changeFile(setRequired(false, text), path, undefined))}
            >
              {icon("trash", 15)}
            </button>
          </>
        )}
      </div>
    </div>
  );
}

const knownBy: Readonly<Record<FieldType, readonly string[]>> = {
  text: ["type", "pattern", "maxLength"],
  email: ["type", "format"],
  date: ["type", "format"],
  choice: ["type", "enum"],
  number: ["type"],
  integer: ["type"],
  boolean: ["type"],
  other: [],
};

function typeOf(property: Properties): FieldType {
  const { type, format, enum: choices } = property;
  if (type === "string" || (type === undefined && choices !== undefined)) {
    if (Array.isArray(choices)) return "choice";
    if (format === "email" || format === "date") return format;
    return format === undefined && property["oneOf"] === undefined ? "text" : "other";
  }
  return type === "number" || type === "integer" || type === "boolean" ? type : "other";
}

function withType(property: Properties, type: FieldType): Properties {
  const { type: _, format: _format, enum: choices, pattern: _pattern, maxLength: _max, ...rest } = property;
  switch (type) {
    case "email":
    case "date":
      return { type: "string", format: type, ...rest };
    case "choice":
      return { type: "string", enum: choices ?? ["A", "B"], ...rest };
    case "text":
      return { type: "string", ...rest };
    case "number":
    case "integer":
    case "boolean":
      return { type, ...rest };
    case "other":
      return property;
  }
}

function withoutOther(types: SettingsWords["fieldTypes"]): Readonly<Record<string, string>> {
  const { other: _, ...named } = types;
  return named;
}

function freeName(names: readonly string[]): string {
  let number = names.length + 1;
  while (names.includes(`field${number}`)) number += 1;
  return `field${number}`;
}
