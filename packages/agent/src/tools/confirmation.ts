import { isIP } from "node:net";
import { cleanText, exactText, asObject, choicesOf, fieldLabel } from "@servicechat/contract";
import type {
  ToolCall,
  ConfirmField,
  ConfirmHeader,
  ConfirmRequest,
  FieldValue,
} from "@servicechat/contract";
import { secretHole } from "@servicechat/contract/agent-file";
import { createAddressRule } from "@servicechat/outbound";
import type { Tool } from "../agent.ts";
import { findInputIssue } from "../json-schema/check-input.ts";

/**
 * The request that the visitor must agree to before this call runs; `undefined` when it needs no consent, and when its
 * input does not fit: then it is not run either.
 *
 * @throws what the tool throws for an input that it cannot make a request of
 */
export function findConfirmation(tool: Tool, { input }: ToolCall): ConfirmRequest | undefined {
  if (!tool.confirm || findInputIssue(tool.inputSchema, input) !== undefined) return undefined;
  const asked = tool.confirm(input);
  if (!asked) return undefined;
  const { request, fields, headers, body, ...rest } = asked;
  return {
    ...rest,
    request: exactText(request),
    ...(fields && { fields: fields.map(exactField) }),
    ...(headers && { headers: headers.map(exactHeader) }),
    ...(body !== undefined && { body: exactText(body) }),
  };
}

/** Whether the visitor has agreed to this very request, whatever it was called. */
export function isAgreed(request: ConfirmRequest, confirmed: ConfirmRequest | undefined): boolean {
  return confirmed !== undefined && sent(confirmed) === sent(request);
}

/** The content of a request, for comparison. */
const sent = ({ request, headers, body }: ConfirmRequest): string => JSON.stringify([request, headers, body]);

function exactField({ label, value, ...rest }: ConfirmField): ConfirmField {
  const shown = <Value>(each: Value): Value | string => (typeof each === "string" ? exactText(each) : each);
  return { label: cleanText(label), value: Array.isArray(value) ? value.map(shown) : shown(value), ...rest };
}

function exactHeader({ name, value }: ConfirmHeader): ConfirmHeader {
  return { name, ...(value !== undefined && { value: exactText(value) }) };
}

type Schema = Readonly<Record<string, unknown>>;

/** More are not read one by one: the whole request has them all. */
const maxFields = 40;
/** How deep a value is split into fields. Anything deeper is shown as JSON. */
const maxDepth = 4;

/**
 * An input in readable form: its values, under the titles of its schema and in the schema's order. Fields of an object
 * also have the object's own title, and a list of plain values is one field.
 *
 * @param sent the fields that the request takes; absent: all of them
 */
export function confirmFields(schema: Schema, input: unknown, sent?: readonly string[]): ConfirmField[] {
  const fields = fieldsOf(schema, asObject(input) ?? {}, { path: [], sent });
  return fields.slice(0, maxFields);
}

interface FieldScope {
  readonly path: readonly string[];
  readonly sent?: readonly string[] | undefined;
}

function fieldsOf(schema: Schema, values: Schema, { path, sent }: FieldScope): ConfirmField[] {
  const properties = asObject(schema["properties"]) ?? {};
  const names = [...new Set([...Object.keys(properties), ...Object.keys(values)])];
  return names
    .filter((name) => Object.hasOwn(values, name) && (sent === undefined || sent.includes(name)))
    .flatMap((name) => {
      const property = Object.hasOwn(properties, name) ? (asObject(properties[name]) ?? {}) : {};
      return fieldOf(property, values[name], [...path, fieldLabel(name, property)]);
    });
}

function fieldOf(schema: Schema, value: unknown, path: readonly string[]): ConfirmField[] {
  const label = path.join(" › ");
  if (Array.isArray(value)) {
    const items = asObject(schema["items"]) ?? {};
    const isPlain = value.every((item) => typeof item !== "object" || item === null);
    if (isPlain) return [{ label, value: value.map((item) => shown(items, item)), ...formatOf(items) }];
    if (path.length < maxDepth)
      return value.flatMap((item, index) => fieldOf(items, item, [...path, String(index + 1)]));
  } else if (typeof value === "object" && value !== null) {
    if (path.length < maxDepth) return fieldsOf(schema, value as Schema, { path });
  } else return [{ label, value: shown(schema, value), ...formatOf(schema) }];
  return [{ label, value: JSON.stringify(value) }];
}

/** A plain value: of those that its schema lists, the one's title. */
function shown(schema: Schema, value: unknown): FieldValue {
  const choice = choicesOf(schema).find((each) => each.value === value);
  if (choice && typeof value === "string") return choice.label;
  // A number or a boolean with its own title.
  if (choice && choice.label !== JSON.stringify(value)) return choice.label;
  return value as FieldValue;
}

function formatOf({ format, ...schema }: Schema): Pick<ConfirmField, "format"> {
  const isChosen = choicesOf(schema).length > 0;
  return !isChosen && (format === "date" || format === "date-time") ? { format } : {};
}

/** Names of headers with credentials, whoever wrote their value. */
const provesWho = /auth|cookie|credential|key|passw|secret|session|signature|token/i;

/** Headers as visitors may see them: the value of one that takes a secret from the environment, or may be one, is left out. */
export function shownHeaders(headers: Readonly<Record<string, string>>): ConfirmHeader[] {
  return Object.entries(headers).map(([name, value]) =>
    provesWho.test(name) || value.search(secretHole) !== -1 ? { name } : { name, value },
  );
}

const isPublicAddress = createAddressRule([]);

/** The ends of names that only some network of the operator's own knows. */
const internalEnd =
  /(?:^|\.)(?:local|localhost|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|consul)$/i;

/**
 * The host of an address as visitors may see it, with its port if it has one. `undefined` for what lies within a network:
 * an address that is not public, a name without a dot, and names of domains that are none of the internet's.
 */
export function publicHost({ hostname, host }: URL): string | undefined {
  const name = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  if (isIP(name)) return isPublicAddress(name) ? host : undefined;
  return name.includes(".") && !internalEnd.test(name) ? host : undefined;
}
