import { join } from "node:path";
import { failures } from "@servicechat/contract";
import { adminFailures } from "@servicechat/contract/admin";
import { createAdminOpenApi } from "../packages/server/src/routes/admin-openapi.ts";
import { boundsText, schemaText } from "./schema-text.ts";
import type { Schema } from "./schema-text.ts";
import { repository } from "./source-files.ts";

/** The page about the admin API. */
export const adminPage = join(repository, "docs/admin-api.md");

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Media {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly summary: string;
  readonly "x-role": string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Media & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Media>>;
}

/** The part of the admin API's OpenAPI document that its page shows. */
interface AdminDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The sections of docs/admin-api.md that are generated from the OpenAPI document, by the name in their marker. */
export const adminTables: Readonly<Record<string, () => string>> = {
  routes: () =>
    eachOperation(
      (path, method, { summary, "x-role": role }) =>
        `| \`${method} ${path}\` | ${role} | ${cell(summary)} |\n`,
      "| Route | Role | What it does |\n| --- | --- | --- |\n",
    ),
  operations: () => eachOperation((path, method, operation) => section(path, method, operation)),
  objects: () =>
    Object.entries(readDocument().components.schemas)
      .map(([name, schema]) => `### ${name}\n\n${fieldsOf(schema)}\n`)
      .join("\n"),
  "admin failures": () =>
    Object.entries({ ...adminFailures, ...ofTheWire() }).reduce(
      (text, [code, { status, message }]) => `${text}| \`${code}\` | ${status} | ${cell(message)} |\n`,
      "| Code | Status | Meaning |\n| --- | --- | --- |\n",
    ),
};

/** The failures of the wire that every route of the admin API can have. */
function ofTheWire() {
  const { malformed_request, not_found, method_not_allowed, payload_too_large } = failures;
  const { unsupported_media_type, storage_unavailable } = failures;
  return {
    malformed_request,
    not_found,
    method_not_allowed,
    payload_too_large,
    unsupported_media_type,
    storage_unavailable,
  };
}

function readDocument(): AdminDocument {
  return JSON.parse(JSON.stringify(createAdminOpenApi("https://chat.example"))) as AdminDocument;
}

function eachOperation(
  write: (path: string, method: string, operation: Operation) => string,
  head: string = "",
): string {
  return Object.entries(readDocument().paths).reduce(
    (text, [path, item]) =>
      Object.entries(item).reduce(
        (all, [method, operation]) => all + write(path.slice(1), method.toUpperCase(), operation),
        text,
      ),
    head,
  );
}

function section(path: string, method: string, operation: Operation): string {
  const { summary, parameters = [], requestBody, responses } = operation;
  const asked = parameters.filter((parameter) => parameter.in !== "path");
  const lines = [
    `### ${method} ${path}`,
    `${summary}. Role: ${operation["x-role"]}.`,
    ...(asked.length > 0
      ? [["| Parameter | Type | |", "| --- | --- | --- |", ...asked.map(parameterRow)].join("\n")]
      : []),
    ...(requestBody ? [`Body${requestBody.required ? "" : " (optional)"}: ${mediaText(requestBody)}`] : []),
    ...Object.entries(responses)
      .filter(([status]) => Number(status) < 400)
      .map(([status, response]) => `Returns ${status}${response.content ? `: ${mediaText(response)}` : "."}`),
  ];
  return `${lines.join("\n\n")}\n\n`;
}

function parameterRow({ name, in: place, required = false, schema }: Parameter): string {
  const [one, several] = schema.anyOf ?? [];
  const isRepeatable = several?.type === "array";
  const type = schemaText(isRepeatable && one ? one : schema);
  const notes = [
    place === "header" ? "header" : "",
    required ? "required" : "",
    isRepeatable ? "may be repeated: any of them" : boundsText(schema),
  ];
  return `| \`${name}\` | ${cell(code(type))} | ${notes.filter((note) => note !== "").join(", ")} |`;
}

function mediaText({ content = {} }: Media): string {
  const texts = Object.entries(content).map(([type, { schema }]) =>
    code(type === "application/json" ? schemaText(schema) : type),
  );
  return texts.join(", or ");
}

function fieldsOf(schema: Schema): string {
  const either = schema.oneOf ?? schema.anyOf;
  if (either) return `One of:\n\n${either.map((each) => `- ${code(schemaText(each))}`).join("\n")}\n`;
  const rows = Object.entries(schema.properties ?? {}).map(
    ([name, field]) =>
      `| \`${name}\` | ${cell(code(schemaText(field)))} | ${schema.required?.includes(name) === true ? "" : "may be absent"} |`,
  );
  return ["| Field | Type | |", "| --- | --- | --- |", ...rows, ""].join("\n");
}

function code(text: string): string {
  return `\`${text}\``;
}

/** In a table, `|` ends a cell even within code. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
