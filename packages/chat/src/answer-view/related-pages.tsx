import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { relatedHeadings } from "@servicechat/contract";
import { wordsOf, type Block } from "@servicechat/markdown";
import { MarkdownView, type MarkdownSettings } from "@servicechat/markdown/components";
import type { CitationView } from "@servicechat/markdown/components";
import { enAnswerView } from "../words/en-answer-view.ts";
import { withWords } from "../words/service-words.ts";
import { useChat } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";

type List = Extract<Block, { readonly type: "list" }>;

/** A text without the links to related pages at its end, and these. */
interface SplitText {
  readonly main: readonly Block[];
  readonly related: List | undefined;
}

const headings: readonly string[] = Object.values(relatedHeadings);

/**
 * Splits off the links to related pages at the end of an answer from documents.
 *
 * @param isGrowing whether more may follow: what may become their heading is then left out, so that it does not flash up
 */
export function splitRelated(blocks: readonly Block[], isGrowing: boolean): SplitText {
  const last = blocks.at(-1);
  if (last?.type === "list" && !last.ordered && headings.includes(textOf(blocks.at(-2))))
    return { main: blocks.slice(0, -2), related: last };
  const text = textOf(last);
  const isAwaited = isGrowing && text !== "" && headings.some((heading) => heading.startsWith(text));
  return { main: isAwaited ? blocks.slice(0, -1) : blocks, related: undefined };
}

const textOf = (block: Block | undefined): string =>
  block?.type === "paragraph" ? wordsOf([block]).trim() : "";

/** The links to related pages behind one quiet control, which says how many they are. */
export function RelatedPages({
  list,
  settings,
  citations,
}: {
  list: List;
  settings: MarkdownSettings;
  citations: CitationView;
}): JSX.Element {
  const words = withWords(enAnswerView, useChat().words);
  const [open, setOpen] = useState(false);
  return (
    <div class="related">
      <button type="button" class="tool-line search-line" aria-expanded={open} onClick={() => setOpen(!open)}>
        {words.relatedPages(list.items.length)}
        {icon("chevron", 15)}
      </button>
      {open && <MarkdownView blocks={[list]} settings={settings} citations={citations} />}
    </div>
  );
}
