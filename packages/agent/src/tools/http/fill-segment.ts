import { pathHole } from "@servicechat/contract/agent-file";
import { decodeFully } from "./decode-fully.ts";
import { checkLength, encode, unfit } from "./fill-value.ts";

type Input = Readonly<Record<string, unknown>>;

/** A place that servers pass over or step up from: dots and blanks, up to where some of them stop reading. */
const emptyOrUp = /^[.\s\p{C}]*(?:[;?#\0]|$)/u;

/**
 * Fills `{field}` in one segment of a path, and `{+field}` with the slashes of its value. The result must be what the
 * operator wrote even for back ends and proxies that decode it repeatedly, or that normalise paths. So a field must not
 * contain a separator in any encoding, none may arise between two fields, and no segment may be empty or a step up.
 *
 * @throws ToolError if a field is missing or would leave its segment
 */
export function fillSegment(segment: string, input: Input): string {
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
