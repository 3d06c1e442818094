import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { MarkdownView, SourceList, useMarkdown } from "@servicechat/markdown/components";
import { citationsOf, keepBlocks } from "./citations/citations-of.ts";
import { useCitations } from "./citations/use-citations.ts";
import type { ReplyEntry } from "../conversation/conversation.ts";
import { enAnswerView } from "../words/en-answer-view.ts";
import { useChat } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import { LazyCode, LazyFormula } from "./lazy-drawing.tsx";
import type { AnswerTextProps, SourceEntries } from "../context/lazy-modules.ts";
import { withWords } from "../words/service-words.ts";

/** A text of an answer. */
export function AnswerText({ reply, part, live, sources }: AnswerTextProps): JSX.Element {
  const blocks = useMarkdown(part.text, !live);
  if (!live) keepBlocks(part, blocks);
  const citations = useCitations(reply, part, blocks, (number) => {
    const entry = sources.get(number);
    entry?.scrollIntoView({ block: "nearest" });
    entry?.focus({ preventScroll: true });
  });
  const { words } = useChat();
  const settings = useMemo(
    () => ({ words: withWords(enAnswerView, words), icon, Formula: LazyFormula, Code: LazyCode }),
    [words],
  );
  return <MarkdownView blocks={blocks} settings={settings} citations={citations} />;
}

/** The sources that a finished answer cites. Other results are in the details of the search. */
export function AnswerSources({
  reply,
  sources,
}: {
  reply: ReplyEntry;
  sources: SourceEntries;
}): JSX.Element {
  const { chat, words } = useChat();
  const { listed } = citationsOf(reply, chat.conversation.peek());
  return (
    <SourceList
      listed={listed}
      words={withWords(enAnswerView, words)}
      entryRef={(number, element) => {
        if (element) sources.set(number, element);
        else sources.delete(number);
      }}
    />
  );
}
