import { createContext, type JSX } from "preact";
import { useContext, useMemo } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import type { ReplyEntry, ReplyPart } from "../conversation/conversation.ts";
import { earlierSource, nameOf, rowsOf, sourcesIn, type Source } from "../conversation/sources.ts";
import { blocksOfPart, citationsOf } from "../markdown/citations-of.ts";
import { numberCitations, type Citations, type NumberedSource } from "../markdown/number-citations.ts";
import type { Block, Mark } from "../markdown/tree.ts";
import { readingWords } from "../words/reading-words.ts";
import { useChat } from "./chat-context.ts";

/** What one answer cites, and where it lists that. */
interface Citable extends Pick<Citations, "of"> {
  /** The names of list entries begin so; absent while the list is not drawn yet. */
  readonly list?: string;
}

const citable = createContext<Citable>({ of: () => undefined });

/** Hands what is cited to everything inside. */
export const Citing = citable.Provider;

/** What is cited here. */
export const useCitable = (): Citable => useContext(citable);

/**
 * What an answer cites; the same object as long as it cites nothing new and is still growing.
 *
 * @param part the text that is drawn
 * @param blocks as much of it as has been read
 */
export function citableOf(reply: ReplyEntry, part: ReplyPart, blocks: readonly Block[]): Citable {
  const { chat } = useChat();
  const isListed = reply.status !== "waiting" && reply.status !== "streaming";
  const earlier = useMemo(() => {
    const known = new Map<Mark, Source | undefined>();
    return (mark: Mark) => {
      if (!known.has(mark)) known.set(mark, earlierSource(chat.conversation.peek(), reply, mark));
      return known.get(mark);
    };
  }, [reply.key]);
  const citations = isListed ? citationsOf(reply, chat.conversation.peek()) : growing();

  function growing(): Citations {
    const before = reply.parts.slice(0, reply.parts.indexOf(part));
    const written = before.flatMap((each) => (each.type === "text" ? blocksOfPart(each) : []));
    const found = sourcesIn(rowsOf(reply));
    return numberCitations([...written, ...blocks], { found, earlier, isGrowing: true });
  }

  return useMemo(
    () => ({ of: citations.of, ...(isListed && { list: listName(reply) }) }),
    [reply.key, isListed ? citations : citations.numbers, ...rowsOf(reply)],
  );
}

/** What the names of a reply's list entries begin with. */
export const listName = ({ key }: ReplyEntry): string => `source-${key}-`;

/** A small number that leads to the source in the list below the answer. */
export function CitationMark({ number, source }: NumberedSource): JSX.Element {
  const words = readingWords(useChat().words);
  const { list } = useCitable();
  const name = `${words.source(number)}: ${cleanText(nameOf(source))}`;
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
