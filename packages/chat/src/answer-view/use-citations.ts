import type { CitationLabel, ToolRow } from "@servicechat/contract";
import {
  createReferenceReader,
  numberCitations,
  type Block,
  type Citations,
  type NumberedSource,
} from "@servicechat/markdown";
import type { CitationView } from "@servicechat/markdown/components";
import { useMemo } from "preact/hooks";
import type { ReplyEntry, ReplyPart } from "../conversation/conversation.ts";
import { useChat } from "../context/chat-context.ts";
import { spoken } from "../words/service-words.ts";
import type { Words } from "../words/words.ts";
import { blocksOfPart, citationsOf, rowsOf, sourcesIn, earlierSource } from "./citations.ts";

/**
 * The citations of an answer; the same object as long as it is still growing and cites nothing new.
 *
 * @param part the text that is drawn
 * @param blocks as much of it as has been parsed
 * @param show shows an entry of the list that a finished answer has below it
 */
export function useCitations(
  reply: ReplyEntry,
  part: ReplyPart,
  blocks: readonly Block[],
  show: (number: number) => void,
): CitationView {
  const { chat, words } = useChat();
  const isListed = reply.status !== "waiting" && reply.status !== "streaming";
  const references = useMemo(createReferenceReader, []);
  const earlier = useMemo(() => {
    const known = new Map<CitationLabel, ToolRow | undefined>();
    return (label: CitationLabel) => {
      if (!known.has(label)) known.set(label, earlierSource(chat.conversation.peek(), reply, label));
      return known.get(label);
    };
  }, [reply.key]);
  const citations = isListed ? citationsOf(reply, chat.conversation.peek()) : growing();

  function growing(): Citations {
    const before = reply.parts.slice(0, reply.parts.indexOf(part));
    const written = before.flatMap((each) => (each.type === "text" ? blocksOfPart(each) : []));
    const found = sourcesIn(rowsOf(reply));
    return numberCitations([...written, ...blocks], { found, earlier, isGrowing: true, references });
  }

  return useMemo(
    () => ({
      of: (reference) => citations.of(reference)?.map((each) => spokenSource(each, words)),
      ...(isListed && { show }),
    }),
    [reply.key, words, isListed ? citations : citations.numbers, ...rowsOf(reply)],
  );
}

/** A source whose name is in the visitor's language, where the service has named it. */
export const spokenSource = ({ number, source }: NumberedSource, words: Words): NumberedSource => ({
  number,
  source: { ...source, title: spoken(source.title, words) },
});
