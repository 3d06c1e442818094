import { asObject, cleanText } from "@servicechat/contract";
import { parseJson } from "../parse-json.ts";

const maxFollowUps = 3;
/**
 * In UTF-16 units. Models are asked for 80 and count badly; a much longer text is not suitable for a button, and
 * neither is half a question.
 */
const maxLength = 120;

/**
 * Reads the follow-ups that a model suggests, however it wrote them: objects around the texts, one text without the
 * list, the list as JSON text. Each is one line of visible plain text; those that are empty, too long or repeated are
 * left out. `undefined` when nothing is left.
 */
export function readFollowUps(input: unknown): readonly string[] | undefined {
  const fields = asObject(input);
  const texts = listOf(fields?.["questions"] ?? fields?.["question"]).map(lineOf);
  const fitting = texts.filter((text) => /[\p{L}\p{N}]/u.test(text) && text.length <= maxLength);
  const distinct = [...new Set(fitting)];
  return distinct.length > 0 ? distinct.slice(0, maxFollowUps) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string") return [];
  return /^\s*\[/.test(value) ? listOf(parseJson(value)) : [value];
}

/** Invisible characters. Parts of emoji, joiners, direction marks and isolates are kept, as in `cleanText`. */
const unseen =
  /[\p{Default_Ignorable_Code_Point}--\p{Emoji_Component}--[\u061C\u200C\u200E\u200F\u2066-\u2069]]/gv;

/** Without what would break the line or cannot be seen, which a visitor would send unawares. */
function lineOf(value: unknown): string {
  const fields = asObject(value);
  const text = fields ? (fields["question"] ?? fields["text"]) : value;
  if (typeof text !== "string") return "";
  return cleanText(text)
    .replace(unseen, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
