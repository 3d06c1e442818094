import { asObject, cleanText } from "@servicechat/contract";
import type { ToolRow } from "@servicechat/contract";
import type { Tool } from "../agent.ts";
import { searchKnowledge } from "../sources.ts";
import type { FoundPassage, NumberedPassage, NumberOf, Search } from "../sources.ts";
import { cleanJson } from "../json.ts";

/** Maximum number of passages: enough to answer from, few enough to read. */
const passageLimit = 6;

/**
 * The built-in tool that looks into the agent's knowledge. Its result is JSON: `{"passages": [NumberedPassage, ...]}`, best
 * first; before them `readAs` if a misspelt word was corrected. Its rows have the same numbers.
 */
export function createSearchKnowledge({
  search,
  numberOf,
  maxResultLength,
}: {
  readonly search: Search;
  readonly numberOf: NumberOf;
  /** In characters; the passages that no longer fit are left out. */
  readonly maxResultLength: number;
}): Tool {
  return {
    name: searchKnowledge,
    title: "Searching the knowledge base",
    description:
      "Searches the knowledge of this site and returns the passages that fit best, with their numbers and addresses. " +
      "Search before answering anything about the site, its products or its rules. Use a few telling words, " +
      "and search again with other words when nothing fits.",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", minLength: 1, maxLength: 500, description: "What to look for" },
      },
      required: ["query"],
    },
    async run(input, context) {
      const query = String(asObject(input)?.["query"]);
      const found = await search(query, passageLimit);
      const readAs = found[0]?.readAs;
      const room = maxResultLength - (readAs?.length ?? 0) - numberLength;
      const passages = fitting(found, room).map((passage) => ({
        number: numberOf(passage),
        ...passage,
      }));
      const rows = sourceRows(passages);
      if (rows.length > 0) context.progress(rows);
      const result = cleanJson({ ...(readAs !== undefined && { readAs }), passages });
      return { result, summary: countOf(passages.length), rows, passages: passages.map(asRead) };
    },
  };
}

function countOf(passages: number): string {
  return passages === 1 ? "1 passage found" : `${passages} passages found`;
}

/** A passage with the same texts as in `cleanJson`. */
function asRead({ title, headings, text, url, ...passage }: NumberedPassage): NumberedPassage {
  return {
    ...passage,
    title: cleanText(title),
    headings: headings.map(cleanText),
    text: cleanText(text),
    url: url && cleanText(url),
  };
}

/** The name of an approved answer as a source, which chats translate: its question is in a visitor's words. */
const approvedTitle = "Answer by the team";

/** One row for each source, however many of its passages were found. */
function sourceRows(passages: readonly NumberedPassage[]): ToolRow[] {
  const rows = passages.map(({ number, approved, headings, url, ...passage }): ToolRow => {
    const title = approved ? approvedTitle : passage.title;
    const detail = headings.join(" › ");
    return { title, ...(detail !== "" && { detail }), ...(url !== null && { url }), status: "found", number };
  });
  return [...new Map(rows.map((row) => [row.number, row])).values()];
}

/** The maximum length that a number adds to a passage as JSON. */
const numberLength = 16;

/** The first passages that fit into a number of characters; if not even the best does, as much of its text as fits. */
function fitting(found: readonly FoundPassage[], maxLength: number): FoundPassage[] {
  const passages: FoundPassage[] = [];
  let left = maxLength;
  for (const { title, headings, text, url, score, startsWithAnswer, approved } of found) {
    const known = { ...(startsWithAnswer && { startsWithAnswer }), ...(approved && { approved }) };
    const passage = { title, headings, text, url, score, ...known };
    const length = cleanJson(passage).length + numberLength;
    if (length > left) break;
    passages.push(passage);
    left -= length;
  }
  const [best] = found;
  if (passages.length > 0 || !best) return passages;
  const { title, headings, url, score, approved } = best;
  // A truncated answer is not given word for word.
  const rest = { title, headings, url, score, ...(approved && { approved: { id: approved.id } }) };
  return [
    { ...rest, text: cutText(best.text, maxLength - cleanJson({ ...rest, text: "" }).length - numberLength) },
  ];
}

/** The beginning of a text that fits into a number of characters as JSON, in which some take several. */
function cutText(text: string, maxLength: number): string {
  let cut = text.slice(0, Math.max(0, maxLength - 1));
  for (;;) {
    const shown = `${cut.toWellFormed()}…`;
    const length = cleanJson(shown).length - 2;
    if (length <= maxLength || cut === "") return shown;
    cut = cut.slice(0, Math.min(cut.length - 1, Math.floor((cut.length * maxLength) / length)));
  }
}
