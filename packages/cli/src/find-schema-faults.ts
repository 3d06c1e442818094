import { Ajv } from "ajv";
import type { ErrorObject } from "ajv";
import { asObject } from "@servicechat/contract";
import { kindOf, pathText } from "@servicechat/contract/agent-file";
import type { AgentFileFault } from "@servicechat/contract/agent-file";
import { reasonOf } from "./reason-of.ts";

/** Draft 7 describes what the server's library knows, also of the drafts after it, whatever `$schema` says. */
const isSchema = new Ajv({ strict: false, allErrors: true, logger: false }).getSchema(
  "http://json-schema.org/draft-07/schema",
);

/**
 * What is wrong with the JSON Schemas in an agent file: a visitor's message would fail on them. All else is passed
 * over, so that the file may have other faults.
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

function faultsOf(schema: Fields, path: Path): readonly AgentFileFault[] {
  try {
    const errors = isSchema?.(schema) ? [] : (isSchema?.errors ?? []);
    if (errors.length > 0) return describe(errors, { schema, path });
    // As the server does it. Only this finds wrong patterns and references.
    const check = new Ajv({ strict: false, validateSchema: false, logger: false }).compile(schema);
    if (!("$async" in check)) return [];
    return [{ path: pathText([...path, "$async"]), message: "is not possible here" }];
  } catch (error) {
    return [{ path: pathText(path), message: `must be a valid JSON Schema: ${reasonOf(error)}` }];
  }
}

/** One fault for each place; where several forms are allowed, what is wrong inside of one says most. */
function describe(
  errors: readonly ErrorObject[],
  { schema, path }: { readonly schema: Fields; readonly path: Path },
): readonly AgentFileFault[] {
  const innermost = errors.filter(
    ({ instancePath }) => !errors.some((other) => other.instancePath.startsWith(`${instancePath}/`)),
  );
  const first = new Map(innermost.toReversed().map((error) => [error.instancePath, error]));
  return [...first.values()].toReversed().map((error) => ({
    path: pathText([...path, ...stepsOf(error.instancePath, schema)]),
    message: messageOf(error),
  }));
}

/** In the words of the file's other faults; of what is not told here, the library says it. */
function messageOf({ keyword, message, params }: ErrorObject): string {
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
      return "must not have an entry twice";
    default:
      return message ?? "is wrong";
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
