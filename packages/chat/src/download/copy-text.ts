import { cleanText } from "@servicechat/contract";
import { textOf, type Conversation, type ReplyEntry } from "../conversation/conversation.ts";
import { blocksOfPart, citationsOf } from "../markdown/citations-of.ts";
import { withNumbers } from "../markdown/with-numbers.ts";
import { readingWords } from "../words/reading-words.ts";
import type { Words } from "../words/words.ts";
import { forReaders } from "./plain-markdown.ts";
import { createBlockWriter } from "./write-blocks.ts";
import { writeSources } from "./write-sources.ts";

const write = createBlockWriter(forReaders);

/** An answer to be pasted where only text goes: as the agent wrote it, but for citations, which are as the chat draws them. */
export function copyText(reply: ReplyEntry, conversation: Conversation, words: Words): string {
  const citations = citationsOf(reply, conversation);
  if (!citations.isRewritten) return cleanText(textOf(reply));
  const texts = reply.parts.map((part) =>
    part.type === "text" ? write(withNumbers(blocksOfPart(part), citations)) : "",
  );
  const sources = writeSources(citations.listed, readingWords(words).sourceList, forReaders);
  return [...texts, sources].filter(Boolean).join("\n\n");
}
