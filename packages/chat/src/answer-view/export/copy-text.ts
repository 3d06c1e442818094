import { cleanText } from "@servicechat/contract";
import { textOf, type Conversation, type ReplyEntry } from "../../conversation/conversation.ts";
import { blocksOfPart, citationsOf } from "../citations/citations-of.ts";
import { withNumbers } from "@servicechat/markdown";
import { enAnswerView } from "../../words/en-answer-view.ts";
import type { Words } from "../../words/words.ts";
import { forReaders } from "./plain-markdown.ts";
import { createBlockWriter } from "./write-blocks.ts";
import { writeSources } from "./write-sources.ts";
import { withWords } from "../../words/service-words.ts";

const write = createBlockWriter(forReaders);

/** An answer as plain text for copying: as the agent wrote it, but with citations as the chat draws them. */
export function copyText(reply: ReplyEntry, conversation: Conversation, words: Words): string {
  const citations = citationsOf(reply, conversation);
  if (!citations.isRewritten) return cleanText(textOf(reply));
  const texts = reply.parts.map((part) =>
    part.type === "text" ? write(withNumbers(blocksOfPart(part), citations)) : "",
  );
  const sources = writeSources(citations.listed, withWords(enAnswerView, words).sourceList, forReaders);
  return [...texts, sources].filter(Boolean).join("\n\n");
}
