import { cleanText } from "@servicechat/contract";
import { textOf, type Conversation, type ReplyEntry } from "../../conversation/conversation.ts";
import { blocksOfPart, citationsOf } from "../citations/citations-of.ts";
import { withNumbers } from "@servicechat/markdown";
import { enReading } from "../../words/en-reading.ts";
import type { Words } from "../../words/words.ts";
import { forReaders } from "./plain-markdown.ts";
import { createBlockWriter } from "./write-blocks.ts";
import { writeSources } from "./write-sources.ts";
import { withWords } from "../../words/service-words.ts";

const write = createBlockWriter(forReaders);

/** An answer to be pasted where only text goes: as the agent wrote it, but for citations, which are as the chat draws them. */
export function copyText(reply: ReplyEntry, conversation: Conversation, words: Words): string {
  const citations = citationsOf(reply, conversation);
  if (!citations.isRewritten) return cleanText(textOf(reply));
  const texts = reply.parts.map((part) =>
    part.type === "text" ? write(withNumbers(blocksOfPart(part), citations)) : "",
  );
  const sources = writeSources(citations.listed, withWords(enReading, words).sourceList, forReaders);
  return [...texts, sources].filter(Boolean).join("\n\n");
}
