import { z } from "zod";
import { asObject } from "../as-object.ts";

/** `{field}` in a template: filled in from the input. */
export const fieldHole = /\{([A-Za-z_][\w-]*)\}/g;
/** `{field}` in a path, and `{+field}`, which may hold several segments of it (as in RFC 6570). */
export const pathHole = /\{(\+?)([A-Za-z_][\w-]*)\}/g;
/** `${NAME}` in a header: filled in from the environment, when the request is made. */
export const secretHole = /\$\{([A-Za-z_]\w*)\}/g;

/** In a header of such a call: who the visitor is, as the site has signed it. No model and no visitor fills it in. */
export const userHole = "{user.id}";

/** A model's or visitor's input never determines where a request goes: the part before the path is fixed. */
function isFixedAddress(template: string): boolean {
  const filled = template.replaceAll(pathHole, "x");
  if (!/^https?:\/\//i.test(template) || !URL.canParse(filled)) return false;
  const { username, password } = new URL(filled);
  const beforePath = /^https?:\/\/[^/?#]*/i.exec(template)?.[0] ?? "";
  return username === "" && password === "" && !/[{}$]/.test(beforePath);
}

/** Only a path has segments for `{+field}` to hold. */
const takesPathBehindPath = (template: string): boolean =>
  template.slice(template.search(/[?#]|$/)).search(/\{\+/) !== -1;

const headerLine = z
  .string()
  .max(4000)
  .regex(/^[^\r\n\0]*$/, "must be one line");

const takesField = (value: string): boolean => /(?<!\$)\{/.test(value);
const takesUser = (value: unknown): boolean => JSON.stringify(value ?? "").includes(userHole);

function headersOf(value: z.ZodType<string, string>) {
  return z
    .record(z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, "must be the name of a header"), value)
    .refine((headers) => Object.keys(headers).length <= 20, "must have at most 20 headers");
}

/** Headers that are the same for every visitor. */
export const headersSchema = headersOf(
  headerLine.refine((value) => !takesField(value), `takes \${VARIABLE}, never {field} or ${userHole}`),
);

const callHeadersSchema = headersOf(
  headerLine.refine(
    (value) => !takesField(value.replaceAll(userHole, "")) && !value.includes(`$${userHole}`),
    `takes \${VARIABLE} and ${userHole}, never {field}`,
  ),
);

/**
 * A request that the service makes. `{field}` in the address's path and query, and in strings of `body`, is filled in
 * from the input, percent-encoded in the address, and `{+field}` in the path with its slashes; `${NAME}` in a header is a variable of the environment, and `{user.id}` there
 * the visitor.
 */
export const httpCallSchema = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).default("GET"),
  url: z
    .string()
    .max(2000)
    .refine(
      isFixedAddress,
      "must be an http or https address without a user name, with {field} only in its path or query",
    )
    .refine((url) => !takesUser(url), `${userHole} stands in headers only`)
    .refine(
      (url) => !takesPathBehindPath(url),
      "{+field} stands in the path only; in a query, write {field}",
    ),
  headers: callHeadersSchema.optional(),
  /** Sent as JSON. A string that is `{field}` alone becomes the field's own value. Without it, all but GET and DELETE send the input. */
  body: z
    .unknown()
    .refine((body) => !takesUser(body), `${userHole} stands in headers only`)
    .optional(),
  timeoutSeconds: z.int().min(1).max(30).default(15),
});

/** A request that the service makes, defaults filled in. */
export type HttpCall = z.output<typeof httpCallSchema>;

/** Whether a call says who the visitor is. */
export const namesUser = ({ headers }: Pick<HttpCall, "headers">): boolean => takesUser(headers);

/** The fields of its input that a request uses. */
export function takenByCall({ url, body }: Pick<HttpCall, "url" | "body">): readonly string[] {
  const inAddress = Array.from(url.matchAll(pathHole), ([, , name = ""]) => name);
  const inBody = body === undefined ? [] : JSON.stringify(body).matchAll(fieldHole);
  return [...inAddress, ...Array.from(inBody, ([, name = ""]) => name)];
}

/** Faults of fields that are taken and that the input does not have, for `superRefine` of what holds both. */
export function unknownFields(
  taken: readonly string[],
  inputSchema: Readonly<Record<string, unknown>>,
): readonly string[] {
  const known = Object.keys(asObject(inputSchema["properties"]) ?? {});
  const fields = known.length === 0 ? "no fields" : known.join(", ");
  return [...new Set(taken)]
    .filter((name) => !known.includes(name))
    .map((name) => `{${name}} is not in the inputSchema, which has ${fields}`);
}
