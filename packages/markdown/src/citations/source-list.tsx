import type { JSX } from "preact";
import { cleanText } from "@servicechat/contract";
import type { MarkdownWords } from "../render/markdown-settings.ts";
import { OutsideLink } from "../links/outside-link.tsx";
import { parseUrl, safeLink } from "../links/safe-link.ts";
import { sourceName, type NumberedSource } from "./citations.ts";

/** The sources below a text. */
interface SourceListProps {
  /** In the order of their citations. */
  readonly listed: readonly NumberedSource[];
  readonly words: MarkdownWords;
  /** Called with the element of each entry, and with `null` when it is removed. */
  readonly entryRef: (number: number, element: HTMLElement | null) => void;
}

/** The sources that a text cites, below it; nothing if it cites none. */
export function SourceList({ listed, words, entryRef }: SourceListProps): JSX.Element | null {
  if (listed.length === 0) return null;
  return (
    <section class="sources" aria-label={words.sourceList}>
      <h2>{words.sourceList}</h2>
      <ol role="list">
        {listed.map(({ number, source }) => (
          <li key={number} value={number}>
            <Entry
              number={number}
              source={source}
              title={words.opensNewTab}
              elementRef={(element) => entryRef(number, element)}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Entry({
  number,
  source,
  title,
  elementRef,
}: NumberedSource & {
  title: string;
  elementRef: (element: HTMLElement | null) => void;
}): JSX.Element {
  const link = source.url === undefined ? undefined : safeLink(source.url, source.title);
  const host = link && parseUrl(link.href)?.host;
  const text = (
    <>
      <span class="cite" aria-hidden="true">
        {number}
      </span>
      <span class="source-title" dir="auto">
        {cleanText(sourceName(source))}
      </span>
      {host && <span class="row-host">{host}</span>}
    </>
  );
  return link ? (
    <OutsideLink elementRef={elementRef} class="source" href={link.href} title={title}>
      {text}
    </OutsideLink>
  ) : (
    <div ref={elementRef} class="source" tabIndex={-1}>
      {text}
    </div>
  );
}
