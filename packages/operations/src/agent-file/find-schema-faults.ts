import { Ajv } from "ajv";
import type { ErrorObject, SchemaObject } from "ajv";
import { patternIssue } from "@servicechat/agent/pattern-issue";
import { asObject, reasonOf } from "@servicechat/contract";
import { kindOf, pathText } from "@servicechat/contract/agent-file";
import type { AgentFileFault } from "@servicechat/contract/agent-file";

/** The server's library knows draft 7 and parts of later drafts, whatever `$schema` says. */
const isSchema = createCheck();

/**
 * What is wrong with the JSON Schemas in an agent file: a visitor's message would fail on them. Everything else is
 * ignored, so the file may have other faults.
 */
export function findSchemaFaults(file: unknown): readonly AgentFileFault[] {
  const fields = asObject(file);
  return ["tools", "actions"].flatMap((list) => {
    const entries = fields?.[list];
    if (!Array.isArray(entries)) return [];
    return entries.flatMap((entry, index) => {
      const inputSchema = asObject(asObject(entry)?.["inputSchema"]);
      return inputSchema ? faultsOf(inputSchema, [list, index, "inputSchema"]) : [];
    });
  });
}

/** Draft 7 as the server's library reads it: with definitions of later drafts, and what it refuses beyond the draft. */
function createCheck() {
  const library = new Ajv({
    strict: false,
    allErrors: true,
    verbose: true,
    logger: false,
    formats: {
      regex: (text: string) => patternIssue(text) === undefined,
      "uri-reference": (text: string) => isDecodable(text),
    },
  });
  const draft = library.getSchema("http://json-schema.org/draft-07/schema")?.schema as SchemaObject;
  const properties = draft["properties"] as SchemaObject;
  return library.compile({
    ...draft,
    $id: "servicechat:input-schema",
    properties: {
      ...properties,
      $defs: properties["definitions"],
      nullable: { type: "boolean" },
      $async: false,
      id: false,
    },
    dependencies: { nullable: ["type"] },
  });
}

function faultsOf(schema: Fields, path: Path): readonly AgentFileFault[] {
  try {
    const errors = isSchema(schema) ? [] : (isSchema.errors ?? []);
    const faults = errors.length > 0 ? describe(errors, schema) : findLostReferences(schema);
    return faults.map(({ steps, message }) => ({ path: pathText([...path, ...steps]), message }));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ path: pathText(path), message: "is nested too deeply, or refers to itself endlessly" }];
  }
}

/** One fault for each place; if several forms are allowed, the faults inside one of them are the most specific. */
function describe(errors: readonly ErrorObject[], schema: Fields) {
  const around = new Set(errors.flatMap((error) => placesAround(placeOf(error))));
  const innermost = errors.filter((error) => !around.has(placeOf(error)));
  // If a list is allowed too, and is given, its faults as a list.
  const telling = [...innermost.filter(isOfList), ...innermost];
  const first = new Map(telling.toReversed().map((error) => [placeOf(error), error]));
  return [...first].toReversed().map(([place, error]) => ({
    steps: stepsOf(place, schema),
    message: messageOf(error),
  }));
}

/** `/a/b/c` is inside of `/a/b`, `/a` and the whole. */
function placesAround(place: string): readonly string[] {
  const ends = Array.from(place.matchAll(/\//g), ({ index }) => index);
  return ends.map((end) => place.slice(0, end));
}

function isOfList({ keyword }: ErrorObject): boolean {
  return keyword === "minItems" || keyword === "uniqueItems";
}

/** The place as a JSON Pointer. An invalid name is a separate place. */
function placeOf({ instancePath, propertyName }: ErrorObject): string {
  if (propertyName === undefined) return instancePath;
  return `${instancePath}/${propertyName.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** In the words of the file's other faults; for anything else, the library's text. */
function messageOf({ keyword, message, params, data }: ErrorObject): string {
  const { limit, type } = params as { readonly limit: number; readonly type: string | readonly string[] };
  switch (keyword) {
    case "type":
      return `must be ${[type].flat().map(kindOf).join(", or ")}`;
    case "enum":
      return `must be one of ${(params["allowedValues"] as readonly string[]).join(", ")}`;
    case "minimum":
      return `must be at least ${limit}`;
    case "exclusiveMinimum":
      return `must be more than ${limit}`;
    case "minItems":
      return "must not be empty";
    case "uniqueItems":
      return "must not have duplicate entries";
    case "format":
      return params["format"] === "regex"
        ? (patternIssue(String(data)) ?? "is wrong")
        : "must write a literal % as %25";
    case "false schema":
      return "is not allowed here: remove it";
    case "dependencies":
      return "has nullable, so it needs a type too";
    default:
      return message ?? "is wrong";
  }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** A JSON Pointer as steps; those into a list are numbers. */
function stepsOf(pointer: string, schema: Fields): Path {
  const steps: PropertyKey[] = [];
  let at: unknown = schema;
  for (const escaped of pointer.split("/").slice(1)) {
    const name = escaped.replaceAll("~1", "/").replaceAll("~0", "~");
    steps.push(Array.isArray(at) ? Number(name) : name);
    at = Array.isArray(at) ? at[Number(name)] : asObject(at)?.[name];
  }
  return steps;
}

type Path = readonly PropertyKey[];
type Fields = Readonly<Record<string, unknown>>;

interface SchemaFault {
  /** From the schema on. */
  readonly steps: readonly PropertyKey[];
  readonly message: string;
}

/** How many are reported: the schema is compiled again for each. */
const maxLost = 10;

const lost = "must point to a part of this schema, such as #/$defs/address; other documents are not fetched";

/**
 * References of a JSON Schema that lead nowhere. The server's library stops at the first: that one is taken out of a
 * copy, which is tried again.
 *
 * @param schema one that fits its meta-schema
 */
function findLostReferences(schema: Readonly<Record<string, unknown>>): readonly SchemaFault[] {
  const copy = structuredClone(schema);
  const faults: SchemaFault[] = [];
  for (;;) {
    const error = compilingFault(copy);
    if (error === undefined || faults.length >= maxLost) return faults;
    const places =
      error instanceof Ajv.MissingRefError ? [...placesOf(copy, (to) => namesIt(error, to))] : [];
    if (places.length === 0) return [...faults, { steps: [], message: otherFault(reasonOf(error)) }];
    for (const { holder, steps } of places) {
      delete holder["$ref"];
      faults.push({ steps, message: lost });
    }
  }
}

function otherFault(reason: string): string {
  if (/already exists|more than one schema/.test(reason)) return "must not have the same $id twice";
  return `must be a valid JSON Schema: ${reason}`;
}

/** The error that the server would fail with. @throws RangeError if the schema is nested too deeply */
function compilingFault(schema: object): unknown {
  try {
    // What is optimized takes time that grows with the square of a schema's length.
    new Ajv({ strict: false, validateSchema: false, logger: false, code: { optimize: false } }).compile(
      schema,
    );
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return error;
  }
}

function namesIt({ message }: Error, to: string): boolean {
  return message.includes(` ${to} from id `);
}

/** Wherever a reference is made, even by an object that occurs in several places. */
function* placesOf(
  value: unknown,
  isWanted: (to: string) => boolean,
  steps: readonly PropertyKey[] = [],
): Iterable<{ readonly holder: Record<string, unknown>; readonly steps: readonly PropertyKey[] }> {
  const holder = asObject(value);
  const to = holder?.["$ref"];
  if (holder && typeof to === "string" && isWanted(to)) yield { holder, steps: [...steps, "$ref"] };
  const inside = Array.isArray(value) ? [...value.entries()] : Object.entries(holder ?? {});
  for (const [step, each] of inside) yield* placesOf(each, isWanted, [...steps, step]);
}
