import { fieldHole } from "@servicechat/contract/agent-file";
import { fillSegment } from "./fill-segment.ts";
import { checkLength, encode, isAbsent, textOf } from "./fill-value.ts";

type Input = Readonly<Record<string, unknown>>;

/**
 * Fills `{field}` in an address, percent-encoded. A field can neither leave its place in the path nor reach another
 * host; a parameter of the query whose fields are all absent is left out, and one that is a list alone is repeated.
 *
 * @throws ToolError when a field of the path is missing, or would leave its segment
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
