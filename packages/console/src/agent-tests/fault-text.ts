import type { Words } from "../app/words/words.ts";
import { languageName } from "../ui/format.ts";

/** An unmet expectation in the language of the console; in the service's own words if it is of a kind not known here. */
export function faultText(fault: string, { agentTests, lang }: Pick<Words, "agentTests" | "lang">): string {
  const text = agentTests.faults;
  const turn = /^turn (\d+): ([^]*)$/.exec(fault);
  if (turn) return text.turn(Number(turn[1]), faultText(turn[2] ?? "", { agentTests, lang }));
  const written = /^is written in (.+), not ([a-z]{2})$/.exec(fault);
  if (written) {
    const [, found = "", wanted = ""] = written;
    const isKnown = /^[a-z]{2}$/.test(found);
    return text.language(
      isKnown ? languageName(found, lang) : text.unknownLanguage,
      languageName(wanted, lang),
    );
  }
  switch (fault) {
    case "finds no answer":
      return text.noAnswer;
    case "asks instead of answering":
      return text.asks;
    case "answers a question that nothing in the knowledge answers":
      return text.answers;
  }
  const [, kind = "", wording = ""] = /^([^:]+): ([^]*)$/.exec(fault) ?? [];
  switch (kind) {
    case "does not contain":
      return text.notSaid(wording);
    case "contains what it must not":
      return text.said(wording);
    case "does not cite":
      return text.notCited(wording);
    case "the reply failed":
      return text.replyFailed(wording);
    default:
      return fault;
  }
}

/** What is wrong with a field of the file, by the number of its test and the name of its column. */
export function fileFaultText(message: string, { agentTests: text }: Pick<Words, "agentTests">): string {
  const end = message.indexOf(": ");
  const [, index, field = ""] = /^tests\[(\d+)\](?:\.expect)?(?:\.(\w+))?/.exec(message.slice(0, end)) ?? [];
  const reason = message.slice(end + 2);
  if (index === undefined || end < 0) return message;
  const columns: Readonly<Record<string, string>> = {
    say: text.question,
    contains: text.mustSay,
    cites: text.mustCite,
    notContains: text.mustNotSay,
    language: text.language,
    name: text.name,
  };
  const row = Number(index) + 1;
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
  return `${column === undefined ? text.rowName(row) : text.cell(column, row)}: ${reason}`;
}
