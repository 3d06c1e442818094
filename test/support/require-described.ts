import { Ajv2020 } from "ajv/dist/2020.js";
import { createAdminOpenApi } from "../../packages/server/src/routes/admin-openapi.ts";

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body?: unknown;
}

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { responses: Record<string, { content?: object }> }>>>
  >;
}

/** Responses to requests that are not operations of the document: no such path, host or method. */
const undescribed = new Set(["not_found", "method_not_allowed"]);

let ajv: Ajv2020 | undefined;
let described: Document | undefined;

/**
 * Checks a response of the admin API against its OpenAPI document, in which undocumented fields are forbidden here,
 * since clients are generated from it.
 *
 * @throws if no operation has a response with that status and shape
 */
export function requireDescribed(method: string, address: string, { status, body }: Answer): void {
  const path = address.split("?")[0] ?? "";
  if (!path.startsWith("/console/api/") || isUndescribed(body)) return;
  const [document, validator] = open();
  const below = path.slice("/console/api".length);
  const name = findName(document, below, method);
  const operation = document.paths[name]?.[verbOf(method)];
  // Other methods are refused because they are undocumented.
  if (!operation && name !== "" && status >= 400 && status < 500) return;
  if (!operation) throw new Error(`${method} ${below} is in no document, and answers ${status}`);
  const response = operation.responses[status];
  if (!response) throw new Error(`${method} ${name} answers ${status}, of which the document says nothing`);
  if (body === undefined) return;
  const type = status >= 400 ? "application/problem+json" : "application/json";
  const pointer = [
    "paths",
    name,
    method.toLowerCase(),
    "responses",
    String(status),
    "content",
    type,
    "schema",
  ];
  const check = validator.getSchema(`openapi#/${pointer.map(escaped).join("/")}`);
  if (check?.(body) !== true)
    throw new Error(
      `${method} ${name} answers ${status} in another shape: ${JSON.stringify(check?.errors ?? "it has no schema")}`,
    );
}

function isUndescribed(body: unknown): boolean {
  return typeof body === "object" && body !== null && "code" in body && undescribed.has(String(body.code));
}

function open(): readonly [Document, Ajv2020] {
  described ??= JSON.parse(JSON.stringify(createAdminOpenApi("https://chat.example"))) as Document;
  ajv ??= new Ajv2020({ strict: false, validateFormats: false }).addSchema(closed(described), "openapi");
  return [described, ajv];
}

/** The same document, in which objects have only the documented fields. */
function closed(document: object): object {
  return JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === "object" && value !== null && "properties" in value && "type" in value
      ? { additionalProperties: false, ...value }
      : value,
  ) as object;
}

const verbOf = (method: string): string => (method === "HEAD" ? "get" : method.toLowerCase());

/** The document's path for an address: one with that method, and without parameters, takes precedence. */
function findName({ paths }: Document, path: string, method: string): string {
  const given = path.split("/");
  const fits = (name: string) => {
    const segments = name.split("/");
    return (
      segments.length === given.length &&
      segments.every((segment, index) => segment.startsWith("{") || segment === given[index])
    );
  };
  const names = Object.keys(paths).filter(fits);
  const sorted = names.toSorted((one, other) => one.split("{").length - other.split("{").length);
  return sorted.find((name) => paths[name]?.[verbOf(method)]) ?? sorted[0] ?? "";
}

function escaped(segment: string): string {
  return encodeURIComponent(segment.replaceAll("~", "~0").replaceAll("/", "~1"));
}
