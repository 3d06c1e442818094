import { asObject } from "@servicechat/contract";
import { fieldHole, pathHole } from "@servicechat/contract/agent-file";
import type { HttpCall } from "@servicechat/contract/agent-file";
import { ToolError } from "../tool-error.ts";

/** A request as it will be sent, but for its headers: these hold secrets, and nothing of the input. */
export interface RenderedRequest {
  readonly method: HttpCall["method"];
  readonly url: string;
  /** JSON text. */
  readonly body?: string;
}

/**
 * Makes the exact request out of a template and an input. The same two always give the same request.
 *
 * @throws ToolError when the input does not make an address
 */
export function renderRequest(call: HttpCall, input: unknown): RenderedRequest {
  const fields = asObject(input) ?? {};
  const hasBody = call.method !== "GET" && (call.body !== undefined || call.method !== "DELETE");
  const body = call.body === undefined ? fields : (fillBody(call.body, fields) ?? null);
  return {
    method: call.method,
    url: fillAddress(call.url, fields),
    ...(hasBody && { body: JSON.stringify(body) }),
  };
}

/** Why an input makes no request that may be sent, such as a slash in a field of the path; `undefined` when it makes one. */
export function findRequestIssue(call: HttpCall, input: unknown): string | undefined {
  try {
    renderRequest(call, input);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof ToolError) return thrown.message;
    throw thrown;
  }
}

type Input = Readonly<Record<string, unknown>>;

/**
 * Fills `{field}` in an address, percent-encoded. A field can neither leave its place in the path nor reach another
 * host; a parameter of the query whose fields are all absent is left out, and one that is a list alone is repeated.
 *
 * @throws ToolError when a field of the path is missing, or would leave its segment
 */
function fillAddress(template: string, input: Input): string {
  const [beforeQuery = "", ...rest] = (template.split("#")[0] ?? "").split("?");
  const query = rest.join("?");
  const path = beforeQuery
    .split("/")
    .map((segment) => fillSegment(segment, input))
    .join("/");
  const parameters = query.split("&").flatMap((parameter) => fillParameter(parameter, input));
  const address = parameters.length > 0 && query !== "" ? `${path}?${parameters.join("&")}` : path;
  checkLength(address);
  // As it will be sent, so that a visitor who is asked sees just that.
  return new URL(address).href;
}

function fillParameter(parameter: string, input: Input): readonly string[] {
  const names = Array.from(parameter.matchAll(fieldHole), ([, name = ""]) => name);
  if (names.length === 0) return [parameter];
  if (names.every((name) => isAbsent(input[name]))) return [];
  const [name = ""] = names;
  const list = input[name];
  if (Array.isArray(list) && parameter.endsWith(`={${name}}`) && names.length === 1) {
    const beginning = parameter.slice(0, -`{${name}}`.length);
    return list.map((value) => beginning + encode(textOf(value)));
  }
  return [parameter.replaceAll(fieldHole, (_, field: string) => encode(textOf(input[field])))];
}

/** A place that servers pass over or step up from: dots and blanks, up to where some of them stop reading. */
const emptyOrUp = /^[.\s\p{C}]*(?:[;?#\0]|$)/u;

/**
 * Fills `{field}` in one segment of a path, and `{+field}` with the slashes of its value. The result must be what the
 * operator wrote even for back ends and proxies that decode it repeatedly, or that normalise paths. So a field must not
 * contain a separator in any encoding, none may arise between two fields, and no segment may be empty or a step up.
 *
 * @throws ToolError if a field is missing or would leave its segment
 */
function fillSegment(segment: string, input: Input): string {
  const names = Array.from(segment.matchAll(pathHole), ([, , name = ""]) => name);
  if (names.length === 0) return segment;
  const filled = segment.replaceAll(pathHole, (_, plus: string, name: string) => {
    const value = input[name];
    if (!["string", "number", "boolean"].includes(typeof value)) throw unfit(`input/${name} is needed`);
    return plus ? String(value).split("/").map(encode).join("/") : encode(String(value));
  });
  checkLength(filled);
  const parts = filled.split("/");
  // A path may end in a slash.
  const places = parts.length > 1 && parts.at(-1) === "" ? parts.slice(0, -1) : parts;
  const own = separators(decodeFully(segment.replaceAll(pathHole, "x"))).length;
  const read = places.map(decodeFully);
  const isKept =
    read.flatMap(separators).length === own &&
    read.flatMap((place) => place.split(/[/\\]/)).every((place) => !emptyOrUp.test(place));
  if (!isKept) throw unfit(reason(names, segment.includes("{+")));
  return filled;
}

const separators = (text: string): readonly string[] => text.match(/[/\\]/g) ?? [];

function reason(names: readonly string[], mayHoldPath: boolean): string {
  const fields = names.map((name) => `input/${name}`).join(" and ");
  const refused = mayHoldPath ? "'\\', empty segments and '.' or '..'" : "'/', '\\' and '.' or '..'";
  return `${fields} cannot be used in the address: ${refused} are refused there, also percent-encoded`;
}

/** A legitimate address needs fewer rounds, and each takes time in proportion to the text. */
const maxRounds = 8;

/** Sequences that only non-conforming parsers decode to ASCII: overlong UTF-8, and the `%u002f` of old servers. */
const laxEncoding =
  /%(?:c[01]%[0-9a-f]{2}|e0%[89][0-9a-f]%[0-9a-f]{2}|f0%8[0-9a-f]%[0-9a-f]{2}%[0-9a-f]{2}|u00[0-9a-f]{2})/gi;

/**
 * A part of an address as the most lenient parser understands it: decoded until nothing is left to decode, and with the
 * look-alikes of ASCII that some servers fold, such as the full-width slash. Invalid or endless encodings become the
 * worst case, a slash.
 */
function decodeFully(encoded: string): string {
  let text = encoded;
  for (let round = 0; round < maxRounds; round += 1) {
    const decoded = decodeOnce(text).normalize("NFKC");
    if (decoded === text) return text;
    text = decoded;
  }
  return "/";
}

function decodeOnce(text: string): string {
  return (
    text
      // Percent signs that were encoded many times are read at once.
      .replaceAll(/%(?:25)+/g, "%")
      .replaceAll(laxEncoding, "/")
      .replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) =>
        Buffer.from(run.replaceAll("%", ""), "hex").toString("utf8"),
      )
  );
}

const wholeHole = new RegExp(`^${fieldHole.source}$`);

/**
 * Fills `{field}` in the strings of a body. A string that is a `{field}` alone becomes the field's own value; if that
 * is absent, the property or item is left out.
 */
function fillBody(template: unknown, input: Input): unknown {
  if (typeof template === "string") {
    const name = wholeHole.exec(template)?.[1];
    if (name !== undefined) return input[name];
    return template.replaceAll(fieldHole, (_, field: string) => textOf(input[field]));
  }
  if (Array.isArray(template))
    return template.map((entry) => fillBody(entry, input)).filter((entry) => entry !== undefined);
  if (typeof template !== "object" || template === null) return template;
  const filled = Object.entries(template).map(([name, value]) => [name, fillBody(value, input)] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

/** Longest address that is sent, in characters. */
const maxLength = 8000;

/** Whether a field has no value. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** A value as text. */
function textOf(value: unknown): string {
  if (isAbsent(value)) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A text for an address, percent-encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** A failure before anything was sent, with a reason for the model. */
function unfit(message: string): ToolError {
  return new ToolError(message, { toldModel: `Not sent: ${message}.`, nothingSent: true });
}

/** @throws ToolError when an address, or a part of one, is longer than is sent */
function checkLength(address: string): void {
  if (address.length > maxLength) throw unfit("the input is too long for an address");
}
