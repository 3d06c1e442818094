import type { CitationLabel, ToolRow } from "@servicechat/contract";
import { createReferenceReader, numberCitations, type Block, type Citations } from "@servicechat/markdown";
import type { CitationView } from "@servicechat/markdown/components";
import { useMemo } from "preact/hooks";
import type { ReplyEntry, ReplyPart } from "../conversation/conversation.ts";
import { useChat } from "../context/chat-context.ts";
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
  const { chat } = useChat();
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
    () => ({ of: citations.of, ...(isListed && { show }) }),
    [reply.key, isListed ? citations : citations.numbers, ...rowsOf(reply)],
  );
}
