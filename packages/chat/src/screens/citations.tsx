import { createContext, type JSX } from "preact";
import { useContext, useMemo } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import type { ReplyEntry } from "../conversation/conversation.ts";
import { earlierSource, rowsOf, type Source } from "../conversation/sources.ts";
import { citableSources, notesIn, notesOf } from "../markdown/footnotes.ts";
import { safeLink } from "../markdown/safe-link.ts";
import type { Block, Mark } from "../markdown/tree.ts";
import { readingWords } from "../words/reading-words.ts";
import { useChat } from "./chat-context.ts";

/** What one answer can cite. */
interface Citable {
  /** The source of a mark; of one that begins a line, only where the answer has found it itself. */
  readonly source: (mark: Mark, leads?: boolean) => Source | undefined;
  /** The source that lies at an address. */
  readonly sourceAt: (href: string) => Source | undefined;
  /** The names of list entries begin so; absent while the list is not drawn yet. */
  readonly list?: string;
}

const citable = createContext<Citable>({ source: () => undefined, sourceAt: () => undefined });

/** Hands what can be cited to everything inside. */
export const Citing = citable.Provider;

/** What can be cited here. */
export const useCitable = (): Citable => useContext(citable);

/**
 * What an answer can cite; the same object as long as it has found nothing new and is still growing.
 *
 * @param blocks the text that cites, whose own footnotes are sources, and those of the answer's other texts once it has ended
 */
export function citableOf(reply: ReplyEntry, isListed: boolean, blocks: readonly Block[]): Citable {
  const { chat } = useChat();
  const rows = rowsOf(reply);
  const notes = isListed ? notesOf(reply) : notesIn(blocks);
  return useMemo(() => {
    const own = citableSources(reply, notes);
    const source: Citable["source"] = (mark, leads) =>
      own.get(mark) ?? (leads ? undefined : earlierSource(chat.conversation.peek(), reply, mark));
    const sourceAt = (href: string): Source | undefined =>
      [...own.values()].find(({ url, title }) => url !== undefined && safeLink(url, title)?.href === href);
    return { source, sourceAt, ...(isListed && { list: listName(reply) }) };
  }, [isListed, reply.key, ...rows, ...notes]);
}

/** What the names of a reply's list entries begin with. */
export const listName = ({ key }: ReplyEntry): string => `source-${key}-`;

/** A small number that leads to the source in the list below the answer. */
export function CitationMark({ source }: { source: Source }): JSX.Element {
  const words = readingWords(useChat().words);
  const { list } = useCitable();
  const { number } = source;
  const name = `${words.source(number)}: ${cleanText(source.title)}`;
  if (list === undefined) return <sup class="cite">{number}</sup>;
  function show(): void {
    const entry = document.getElementById(`${list}${number}`);
    entry?.scrollIntoView({ block: "nearest" });
    entry?.focus({ preventScroll: true });
  }
  return (
    <button type="button" class="cite" aria-label={name} title={name} onClick={show}>
      {number}
    </button>
  );
}
