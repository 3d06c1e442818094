import type { JSX } from "preact";
import { cleanText } from "@servicechat/contract";
import type { ReplyEntry } from "../conversation/conversation.ts";
import { nameOf } from "../conversation/sources.ts";
import { citationsOf } from "../markdown/citations-of.ts";
import type { NumberedSource } from "../markdown/number-citations.ts";
import { parseUrl } from "../markdown/parse-url.ts";
import { safeLink } from "../markdown/safe-link.ts";
import { readingWords } from "../words/reading-words.ts";
import { useChat } from "./chat-context.ts";
import { listName } from "./citations.tsx";
import { OutsideLink } from "./outside-link.tsx";

/** The sources that a finished answer cites, in the order of citing. What was found besides is in the details of the search. */
export function SourceList({ reply }: { reply: ReplyEntry }): JSX.Element | null {
  const { chat, words: known } = useChat();
  const words = readingWords(known);
  const { listed } = citationsOf(reply, chat.conversation.peek());
  if (listed.length === 0) return null;
  return (
    <section class="sources" aria-label={words.sourceList}>
      <h2>{words.sourceList}</h2>
      <ol role="list">
        {listed.map((each) => (
          <Entry key={each.number} {...each} list={listName(reply)} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ number, source, list }: NumberedSource & { list: string }): JSX.Element {
  const { title, url } = source;
  const link = url === undefined ? undefined : safeLink(url, title);
  const host = link && parseUrl(link.href)?.host;
  const text = (
    <>
      <span class="cite" aria-hidden="true">
        {number}
      </span>
      <span class="source-title" dir="auto">
        {cleanText(nameOf(source))}
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
