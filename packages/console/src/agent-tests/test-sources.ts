import type { ApprovedAnswer, Entry, GapWithVariants, Page, Transcript } from "@servicechat/contract/admin";
import type { Api } from "../api/create-api.ts";
import { readTranscript } from "../chats/read-transcript.ts";
import type { TestFields } from "./test-fields.ts";

type MessageEntry = Extract<Entry, { type: "message" }>;

const isAsked = (entry: Entry): entry is MessageEntry =>
  entry.type === "message" && entry.role === "user" && entry.text.trim() !== "";

/** The messages of a visitor that a test can be made of. */
export function questionsIn({ entries }: Pick<Transcript, "entries">): readonly MessageEntry[] {
  return entries.filter(isAsked);
}

/**
 * A test of a chat: of the message with an id, or the one that a reply with that id answers; without one, of everything
 * that the visitor has written. What the answer cited must be cited again.
 *
 * @returns `undefined` if the visitor has written nothing there
 */
export async function testOfChat(
  api: Api,
  { chat, message }: { readonly chat: string; readonly message: string | null },
  signal: AbortSignal,
): Promise<Partial<TestFields> | undefined> {
  const { chat: about, entries } = await readTranscript(api, chat, signal);
  if (message === null) {
    const said = questionsIn({ entries }).map(({ text }) => text);
    return said.length === 0 ? undefined : { question: said[0] ?? "", said };
  }
  const at = entries.findIndex(({ id }) => id === message);
  const from = entries.slice(0, at + 1).findLastIndex(isAsked);
  const asked = entries[from];
  if (!asked || !isAsked(asked)) return undefined;
  const answer = entries
    .slice(from + 1)
    .find((entry): entry is MessageEntry => entry.type === "message" && entry.role === "assistant");
  return { question: asked.text, mustCite: await citedPages(api, about.agent, answer, signal) };
}

/** The pages that an answer cites, by their address, or the path that they were read from. */
async function citedPages(
  api: Api,
  agent: string,
  answer: MessageEntry | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const cited = (answer?.facts?.searches ?? [])
    .flatMap(({ passages }) => passages)
    .filter((passage) => passage.cited && passage.answer === undefined);
  const pages = cited.flatMap(({ url }) => (url === null ? [] : [url.split("#", 1)[0] ?? url]));
  const titles = cited.flatMap(({ url, title }) => (url === null ? [title] : []));
  if (titles.length > 0) {
    const path = `agents/${encodeURIComponent(agent)}/knowledge`;
    const { items } = await api.get<Page<{ readonly title: string; readonly location: string }>>(
      path,
      { limit: 200 },
      signal,
    );
    pages.push(...items.filter(({ title }) => titles.includes(title)).map(({ location }) => location));
  }
  return [...new Set(pages)].slice(0, 5);
}

/** A test of a gap: its question, and the decisive words of the answer that was approved for it. */
export async function testOfGap(api: Api, id: string, signal: AbortSignal): Promise<Partial<TestFields>> {
  const gap = await api.get<GapWithVariants>(`gaps/${encodeURIComponent(id)}`, {}, signal);
  const wordings = new Set([gap.question, ...gap.variants.map(({ question }) => question)].map(comparable));
  const { items } = await api.get<Page<ApprovedAnswer>>("answers", { agent: gap.agent, limit: 200 }, signal);
  const answer = items.find(({ questions }) => questions.some((each) => wordings.has(comparable(each))));
  return { question: gap.question, answers: true, mustSay: answer ? decisiveWords(answer.text) : [] };
}

const comparable = (question: string): string => question.replaceAll(/\s+/g, " ").trim().toLowerCase();

/** What an answer must not leave out: its numbers with the word behind them; without any, its first sentence. */
export function decisiveWords(markdown: string): readonly string[] {
  const text = markdown
    .replaceAll(/\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
    .replaceAll(/[*_`#>]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const numbers = text.match(/\d[\d.,:]*(?:\s?[\p{L}%€$£]+)?/gu) ?? [];
  if (numbers.length > 0) return [...new Set(numbers.map((each) => each.replace(/[.,:]$/, "")))].slice(0, 2);
  const [sentence = ""] = text.split(/(?<=[.!?。！？])\s/);
  return sentence === "" ? [] : [sentence.replace(/[.!?。！？]$/, "").slice(0, 120)];
}
