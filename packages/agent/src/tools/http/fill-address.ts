import { fieldHole } from "@servicechat/contract/agent-file";
import { ToolFailure } from "../tool-failure.ts";

type Input = Readonly<Record<string, unknown>>;

/** Longest address that is sent, in characters. */
const maxLength = 8000;

/**
 * Fills `{field}` in an address, percent-encoded. A field can neither leave its place in the path nor reach another
 * host; a parameter of the query whose fields are all absent is left out, and one that is a list alone is repeated.
 *
 * @throws ToolFailure when a field of the path is missing, or is no place in it such as `..`
 */
export function fillAddress(template: string, input: Input): string {
  const [beforeQuery = "", ...rest] = (template.split("#")[0] ?? "").split("?");
  const query = rest.join("?");
  const path = beforeQuery
    .split("/")
    .map((segment) => fillSegment(segment, input))
    .join("/");
  const parameters = query.split("&").flatMap((parameter) => fillParameter(parameter, input));
  const address = parameters.length > 0 && query !== "" ? `${path}?${parameters.join("&")}` : path;
  if (address.length > maxLength) throw unfit("the input is too long for an address");
  // As it will be sent, so that a visitor who is asked sees just that.
  return new URL(address).href;
}

function fillSegment(segment: string, input: Input): string {
  if (segment.search(fieldHole) === -1) return segment;
  const filled = segment.replaceAll(fieldHole, (_, name: string) => {
    const value = input[name];
    if (!["string", "number", "boolean"].includes(typeof value)) throw unfit(`input/${name} is needed`);
    return encode(String(value));
  });
  // Addresses understand these as steps up or as nothing, in every way of writing them.
  if (/^(\.|%2e){0,2}$/i.test(filled)) throw unfit(`the input does not make an address: '${filled}'`);
  return filled;
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

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** A value as it stands in a text. */
export function textOf(value: unknown): string {
  if (isAbsent(value)) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function unfit(message: string): ToolFailure {
  return new ToolFailure(message, { toldModel: `Not sent: ${message}.`, nothingSent: true });
}
