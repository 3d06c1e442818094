import {
  asObject,
  choicesOf,
  fieldLabel,
  type ActionView,
  type AgentView,
  type FieldChoice,
} from "@servicechat/contract";
import { safeLink } from "@servicechat/markdown";
import type { Words } from "../words/words.ts";

/** An action that this application can execute. */
export interface Offer {
  readonly action: ActionView;
  /** The target of a link. */
  readonly href?: string;
  /** The fields to fill in first; empty if there are none. */
  readonly fields: readonly Field[];
}

/** The actions to offer: all but unsafe links, forms that cannot be drawn, and unknown kinds. */
export function offersOf(agent: AgentView | undefined): readonly Offer[] {
  return (agent?.actions ?? []).flatMap((action): Offer[] => {
    if (action.kind === "link") {
      const link = action.url ? safeLink(action.url, action.label) : undefined;
      return link ? [{ action, href: link.href, fields: [] }] : [];
    }
    const isKnown = action.kind === "prompt" || action.kind === "form" || action.kind === "host";
    const fields = isKnown ? readFields(action.inputSchema) : undefined;
    return fields ? [{ action, fields }] : [];
  });
}

/** One field of a form, as far as it can be drawn. */
export interface Field {
  readonly name: string;
  readonly kind: "line" | "text" | "number" | "choice" | "tick";
  readonly title: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** Its initial content: `true` for a tick, the index of a choice, otherwise text. */
  readonly initial: string | boolean;
  /** The values to choose from. */
  readonly choices: readonly FieldChoice[];
  /** Its own schema, with the restrictions of its value. */
  readonly schema: Schema;
}

/** A JSON Schema, or a part of one; nothing in it is certain before it is read. */
type Schema = Readonly<Record<string, unknown>>;

/** A longer text than this gets a field of several lines. */
const maxLine = 160;

/**
 * The fields of an action's input, in the order of its schema: texts, numbers, ticks and choices. A field of any other
 * type is left out; if it is required, there is no form: `undefined`.
 */
export function readFields(schema: Schema | undefined): readonly Field[] | undefined {
  const required = Array.isArray(schema?.["required"]) ? schema["required"] : [];
  const properties = Object.entries(record(schema?.["properties"]));
  const fields = properties.flatMap(([name, property]) =>
    readField(name, record(property), required.includes(name)),
  );
  const drawn = new Set(fields.map(({ name }) => name));
  return required.every((name) => drawn.has(String(name))) ? fields : undefined;
}

function readField(name: string, schema: Schema, isRequired: boolean): Field[] {
  const choices = choicesOf(schema);
  const kind = kindOf(schema, choices);
  if (!kind) return [];
  const given = schema["default"];
  const chosen = choices.findIndex(({ value }) => value === given);
  const initial =
    kind === "tick"
      ? given === true
      : kind === "choice"
        ? String(chosen < 0 ? "" : chosen)
        : typeof given === "string" || typeof given === "number"
          ? String(given)
          : "";
  const { description } = schema;
  return [
    {
      name,
      kind,
      title: fieldLabel(name, schema),
      description: typeof description === "string" ? description : "",
      isRequired,
      initial,
      choices,
      schema,
    },
  ];
}

function kindOf({ type, maxLength }: Schema, choices: readonly FieldChoice[]): Field["kind"] | undefined {
  if (choices.length > 0)
    return choices.every(({ value }) => typeof value !== "object") ? "choice" : undefined;
  if (type === "string") return typeof maxLength === "number" && maxLength > maxLine ? "text" : "line";
  if (type === "number" || type === "integer") return "number";
  return type === "boolean" ? "tick" : undefined;
}

const record = (value: unknown): Schema => asObject(value) ?? {};

/** How a chosen action appears on screen: its label, then a line for each field that was filled in. */
export function sayAction(
  { label, inputSchema }: Pick<ActionView, "label" | "inputSchema">,
  input: Readonly<Record<string, unknown>> | undefined,
  words: Pick<Words, "yes" | "no">,
): string {
  const lines = (readFields(inputSchema) ?? []).flatMap(({ name, title, choices }) => {
    const value = input && Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined) return [];
    const choice = choices.find((each) => each.value === value);
    if (choice) return `${title}: ${choice.label}`;
    if (typeof value === "boolean") return `${title}: ${value ? words.yes : words.no}`;
    return `${title}: ${typeof value === "string" ? value : JSON.stringify(value)}`;
  });
  return [label, ...lines].join("\n");
}
