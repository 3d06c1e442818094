import type { JSX } from "preact";
import { useMemo, useEffect } from "preact/hooks";
import { MarkdownView, SourceList, useMarkdown } from "@servicechat/markdown/components";
import { cleanText } from "@servicechat/contract";
import type { MathBlock } from "@servicechat/markdown";
import { citationsOf, keepBlocks } from "./citations.ts";
import { RelatedPages, splitRelated } from "./related-pages.tsx";
import { spokenSource, useCitations } from "./use-citations.ts";
import type { ReplyEntry } from "../conversation/conversation.ts";
import { enAnswerView } from "../words/en-answer-view.ts";
import { useChat } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import type { AnswerTextProps, SourceEntries } from "../lazy/lazy-modules.ts";
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
  const { main, related } = splitRelated(blocks, live);
  return (
    <>
      <MarkdownView blocks={main} settings={settings} citations={citations} />
      {related && <RelatedPages list={related} settings={settings} citations={citations} />}
    </>
  );
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
      listed={listed.map((each) => spokenSource(each, words))}
      words={withWords(enAnswerView, words)}
      entryRef={(number, element) => {
        if (element) sources.set(number, element);
        else sources.delete(number);
      }}
    />
  );
}

/** A formula; as written until the part that draws it has loaded. */
function LazyFormula({ math }: { math: MathBlock }): JSX.Element {
  const { formulas } = useChat().lazy;
  useEffect(() => void formulas.load(), []);
  const Formula = formulas.module.value?.Formula;
  return Formula ? <Formula math={math} /> : <code>{cleanText(math.text)}</code>;
}

/** Code; without colours until the part that highlights it has loaded. */
function LazyCode({ text, language }: { text: string; language: string }): JSX.Element {
  const { highlighting } = useChat().lazy;
  useEffect(() => void highlighting.load(), []);
  const Code = highlighting.module.value?.HighlightedCode;
  return Code ? <Code text={text} language={language} /> : <>{text}</>;
}
