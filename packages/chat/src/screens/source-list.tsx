import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import { textOf, type Conversation, type ReplyEntry } from "../conversation/conversation.ts";
import type { Source } from "../conversation/sources.ts";
import { earlierSource, rowsOf } from "../conversation/sources.ts";
import { citableSources, notesOf } from "../markdown/footnotes.ts";
import { citedWithin } from "../markdown/leading-citations.ts";
import { parseUrl } from "../markdown/parse-url.ts";
import { blocksOf } from "../markdown/read-blocks.ts";
import { citedMarks } from "../markdown/read-citations.ts";
import { safeLink } from "../markdown/safe-link.ts";
import type { Mark } from "../markdown/tree.ts";
import { readingWords } from "../words/reading-words.ts";
import { useChat } from "./chat-context.ts";
import { listName } from "./citations.tsx";
import { OutsideLink } from "./outside-link.tsx";

/** How many sources are shown at once of an answer that cites none. */
const mostUncited = 3;

/** The sources of a finished answer: those that it cites, and the others that the agent found once they are asked for. */
export function SourceList({ reply }: { reply: ReplyEntry }): JSX.Element | null {
  const { chat, words: known } = useChat();
  const words = readingWords(known);
  const [isWhole, setWhole] = useState(false);
  const rows = rowsOf(reply);
  const text = textOf(reply);
  const { first, more } = useMemo(() => {
    const found = citableSources(reply, notesOf(reply));
    const marks = citedMarks(text);
    const named = new Set([...marks].map((mark) => found.get(mark)));
    const isCited = (source: Source): boolean =>
      named.has(source) || (source.url !== undefined && text.includes(source.url));
    const others = [...marks].filter((mark) => !found.has(mark));
    const earlier = earlierSources(others, text, reply, chat.conversation.peek());
    const own = [...found.values()];
    const cited = [...own.filter(isCited), ...earlier].sort((one, other) => one.number - other.number);
    const uncited = own.filter((source) => !isCited(source));
    return cited.length > 0
      ? { first: cited, more: uncited }
      : { first: uncited.slice(0, mostUncited), more: uncited.slice(mostUncited) };
  }, [text, ...rows]);

  if (first.length === 0) return null;
  const shown = isWhole ? [...first, ...more].sort((one, other) => one.number - other.number) : first;
  return (
    <section class="sources" aria-label={words.sourceList}>
      <h2>{words.sourceList}</h2>
      <ol role="list">
        {shown.map((source) => (
          <Entry key={source.number} source={source} list={listName(reply)} />
        ))}
      </ol>
      {more.length > 0 && !isWhole && (
        <button type="button" class="more-sources" aria-expanded={false} onClick={() => setWhole(true)}>
          {words.moreSources(more.length)}
        </button>
      )}
    </section>
  );
}

/** The sources of earlier answers that this one cites by their numbers. */
function earlierSources(
  marks: readonly Mark[],
  text: string,
  reply: ReplyEntry,
  conversation: Conversation,
): readonly Source[] {
  const found = marks.flatMap((mark) => earlierSource(conversation, reply, mark) ?? []);
  if (found.length === 0) return [];
  const cited = citedWithin(blocksOf(text));
  return found.filter(({ number }) => cited.has(number));
}

function Entry({ source, list }: { source: Source; list: string }): JSX.Element {
  const { number, title, detail, url } = source;
  const link = url === undefined ? undefined : safeLink(url, title);
  const host = link && parseUrl(link.href)?.host;
  const isWithin = detail?.startsWith(title) === true;
  const text = (
    <>
      <span class="cite" aria-hidden="true">
        {number}
      </span>
      <span class="source-title" dir="auto">
        {cleanText(isWithin ? detail : title)}
      </span>
      {host && <span class="row-host">{host}</span>}
    </>
  );
  const id = `${list}${number}`;
  return (
    <li value={number}>
      {link ? (
        <OutsideLink id={id} class="source" href={link.href}>
          {text}
        </OutsideLink>
      ) : (
        <div id={id} class="source" tabIndex={-1}>
          {text}
        </div>
      )}
    </li>
  );
}
