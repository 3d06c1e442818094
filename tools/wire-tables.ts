import { join } from "node:path";
import { failures, headers } from "@servicechat/contract";
import { readEventFields } from "./read-event-fields.ts";
import { repository } from "./source-files.ts";
import { eventNotes, headerNotes } from "./wire-notes.ts";

/** The page about the wire. */
export const wirePage = join(repository, "docs/wire.md");

/** The tables that are generated from the contract, by the name in their marker. */
const wireTables: Readonly<Record<string, () => string>> = {
  headers: () =>
    table(
      ["Header", "Sent by", "What it is for"],
      Object.entries(headerNotes).map(([name, { from, what }]) => [code(wireName(name)), from, what]),
    ),
  events: () =>
    table(
      ["Event", "Data", "When"],
      readEventFields().map(({ name, data }) => [code(name), code(data), noteOf(name)]),
    ),
  failures: () =>
    table(
      ["Code", "Status", "Retryable", "Meaning"],
      Object.entries(failures).map(([name, { status, retryable, message }]) => [
        code(name),
        String(status),
        retryable ? "yes" : "no",
        message,
      ]),
    ),
};

/**
 * Puts every table between its markers, `<!-- generated: name -->` and `<!-- end -->`, and leaves everything else
 * unchanged.
 * @throws if the page lacks the markers of a table
 */
export function withTables(
  page: string,
  tables: Readonly<Record<string, () => string>> = wireTables,
): string {
  return Object.entries(tables).reduce((text, [name, write]) => {
    const marker = `<!-- generated: ${name} -->\n`;
    const begin = text.indexOf(marker);
    const end = text.indexOf("<!-- end -->", begin);
    const next = text.indexOf("<!-- generated: ", begin + 1);
    if (begin === -1 || end === -1 || (next !== -1 && next < end))
      throw new Error(`The page has no place for the table "${name}": add its markers.`);
    return text.slice(0, begin + marker.length) + write() + text.slice(end);
  }, page);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  return [head, head.map(() => "---"), ...rows].map(line).join("");
}

function code(text: string): string {
  return `\`${text}\``;
}

function wireName(name: string): string {
  const found = Object.entries(headers).find(([key]) => key === name);
  if (!found) throw new Error(`The contract has no header "${name}"`);
  return found[1];
}

function noteOf(event: string): string {
  const found = Object.entries(eventNotes).find(([name]) => name === event);
  if (!found) throw new Error(`tools/wire-notes.ts has no note for the event "${event}"`);
  return found[1];
}
