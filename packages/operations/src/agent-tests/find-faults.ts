import { detectLanguage } from "@servicechat/contract/language";
import type { Expectations } from "@servicechat/contract/agent-file";
import { citesPage, hasFact } from "@servicechat/knowledge";
import type { DocumentRecord } from "@servicechat/storage";
import { createMatcher } from "@servicechat/agent/pattern-issue";
import { isDeepStrictEqual } from "node:util";
import { asObject } from "@servicechat/contract";
import type { SentRequest, TestedReply, ToolUse } from "./test-run.ts";
import { patternOf } from "./read-agent-tests.ts";

type Documents = readonly Pick<DocumentRecord, "url" | "location" | "title">[];
type WantedUse = Exclude<NonNullable<Expectations["calls"]>, false>[number];
type WantedRequest = Exclude<NonNullable<Expectations["sends"]>, false>[number];

/** A test that expects no call still allows searches. */
const searching = "search_knowledge";

/** Unmet expectations of a reply, a sentence each. */
export function findFaults(
  expect: Expectations,
  reply: TestedReply,
  documents: Documents,
): readonly string[] {
  return [
    ...(reply.failure === null ? [] : [`the reply failed: ${reply.failure}`]),
    ...wordFaults(expect, reply),
    ...citationFaults(expect.cites ?? [], reply, documents),
    ...answerFaults(expect.answers, reply),
    ...useFaults("called", expect.calls, reply.calls),
    ...useFaults("asked to confirm", expect.confirms, reply.confirms ? [reply.confirms] : []),
    ...requestFaults(expect.sends, reply.sends),
    ...handoffFaults(expect.handsOver, reply),
    ...languageFaults(expect.language, reply),
    ...(reply.outputTokens > (expect.maxOutputTokens ?? Infinity)
      ? [`it is ${reply.outputTokens} tokens long, more than ${expect.maxOutputTokens}`]
      : []),
  ];
}

function wordFaults({ contains = [], notContains = [] }: Expectations, reply: TestedReply) {
  const text = [reply.text, reply.asks].join("\n");
  const faultsWhere = (isFault: boolean, wordings: readonly string[], fault: string) =>
    wordings.flatMap((wording) => {
      const said = says(text, wording);
      // What could not be searched is neither present nor absent.
      if (said === undefined) return [`is too long to be searched for: ${wording}`];
      return said === isFault ? [`${fault}: ${wording}`] : [];
    });
  return [
    ...faultsWhere(false, contains, "does not contain"),
    ...faultsWhere(true, notContains, "contains what it must not"),
  ];
}

function citationFaults(pages: readonly string[], reply: TestedReply, documents: Documents) {
  return pages.filter((page) => !citesPage(page, reply, documents)).map((page) => `does not cite: ${page}`);
}

function answerFaults(expected: boolean | undefined, { unanswered, asks, confirms }: TestedReply) {
  const answers = !unanswered && asks === "" && confirms === null;
  if (expected === undefined || expected === answers) return [];
  if (!expected) return ["answers a question that nothing in the knowledge answers"];
  return [unanswered ? "finds no answer" : "asks instead of answering"];
}

function useFaults(
  happened: string,
  wanted: readonly WantedUse[] | false | undefined,
  uses: readonly ToolUse[],
) {
  if (wanted === undefined) return [];
  if (wanted === false)
    return uses.filter(({ tool }) => tool !== searching).map((use) => `${happened}: ${useText(use)}`);
  return wanted
    .filter(
      ({ tool, input }) =>
        !uses.some((use) => use.tool === tool && (input === undefined || isWithin(input, use.input))),
    )
    .map((use) => `not ${happened}: ${useText(use)}${instead(uses.map(useText))}`);
}

function requestFaults(
  wanted: readonly WantedRequest[] | false | undefined,
  sent: readonly SentRequest[],
): readonly string[] {
  if (wanted === undefined) return [];
  if (wanted === false) return sent.map((request) => `sent: ${requestText(request)}`);
  return wanted
    .filter((request) => !sent.some((each) => isRequest(request, each)))
    .map((request) => `not sent: ${requestText(request)}${instead(sent.map(requestText))}`);
}

function isRequest(wanted: WantedRequest, sent: SentRequest): boolean {
  return (
    (wanted.tool ?? sent.tool) === sent.tool &&
    (wanted.method ?? sent.method) === sent.method &&
    (wanted.url === undefined || sent.url.endsWith(wanted.url)) &&
    (wanted.body === undefined || isWithin(wanted.body, sent.body))
  );
}

function handoffFaults(wanted: Expectations["handsOver"], { handsOver }: TestedReply) {
  if (wanted === undefined) return [];
  if (wanted === false) return handsOver === null ? [] : [`hands over: ${handsOver}`];
  if (handsOver === null) return ["does not hand over"];
  return wanted === true || wanted === handsOver ? [] : [`hands over for ${handsOver}, not ${wanted}`];
}

function languageFaults(wanted: string | undefined, { text }: TestedReply) {
  if (wanted === undefined) return [];
  const found = detectLanguage(text);
  return found === wanted
    ? []
    : [`is written in ${found ?? "a language that was not recognised"}, not ${wanted}`];
}

const useText = ({ tool, input }: WantedUse | ToolUse) =>
  input === undefined ? tool : `${tool} ${JSON.stringify(input)}`;

const requestText = ({ tool, method, url, body }: WantedRequest | SentRequest) =>
  [tool, method, url, body === undefined ? undefined : JSON.stringify(body)]
    .filter((part) => part !== undefined)
    .join(" ");

const instead = (texts: readonly string[]) => (texts.length > 0 ? ` (only: ${texts.join("; ")})` : "");

/**
 * Whether a text in Markdown says a wording, in whatever case, with or without its markup. A pattern is tried on the
 * text as it is and in lower case; `undefined` when the text is too long to be checked.
 */
function says(text: string, wording: string): boolean | undefined {
  const pattern = patternOf(wording);
  if (pattern === undefined) return hasFact(text, wording);
  const found = [text, text.toLowerCase()].map(createMatcher(pattern));
  return found.includes(true) || (found.includes(undefined) ? undefined : false);
}

/** Whether a value has all that another one has: objects may have more fields, all else is equal. */
export function isWithin(wanted: unknown, value: unknown): boolean {
  const fields = asObject(wanted);
  if (!fields) return isDeepStrictEqual(wanted, value);
  const given = asObject(value);
  return (
    given !== undefined &&
    Object.entries(fields).every(([name, each]) => Object.hasOwn(given, name) && isWithin(each, given[name]))
  );
}
