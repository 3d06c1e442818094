import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ToolRow, ToolPart } from "@servicechat/contract";
import type { ReplyPart } from "../conversation/conversation.ts";
import { citationsOf } from "./citations/citations-of.ts";
import { enAnswerView } from "../words/en-answer-view.ts";
import { useChat } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import { ToolRows } from "./tool-rows.tsx";
import type { ToolProps } from "../context/lazy-modules.ts";
import { withWords } from "../words/service-words.ts";

/** Whether a part is a successful search of the agent's knowledge. */
export const isSearch = (part: ReplyPart): part is ToolPart =>
  part.type === "tool" && part.name === "search_knowledge" && part.status === "succeeded";

/**
 * One quiet control for all searches of an answer, which expands to show the results: only an icon if the answer names
 * its sources, or may still do so. The number of results says nothing about the answer.
 */
export function SearchLine({ reply, tool, live }: ToolProps): JSX.Element | null {
  const { chat, words: known } = useChat();
  const words = withWords(enAnswerView, known);
  const [open, setOpen] = useState(false);
  const searches = reply.parts.filter(isSearch);
  if (tool !== searches[0]) return null;
  const rows = foundBy(searches);
  const isFolded = rows.length > 0 && (live || citationsOf(reply, chat.conversation.peek()).namesSources);
  const title = (
    <>
      {icon("search", 15)}
      {!isFolded && <span class="tool-title">{words.searched}</span>}
    </>
  );
  if (rows.length === 0) return <div class="tool-line">{title}</div>;
  const name = isFolded ? words.searched : undefined;
  return (
    <div class="tool">
      <button
        type="button"
        class="tool-line search-line"
        aria-label={name}
        title={name}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {title}
        {icon("chevron", 15)}
      </button>
      {open && <ToolRows rows={rows} />}
    </div>
  );
}

/** The results of several searches, each once. */
function foundBy(searches: readonly ToolPart[]): readonly ToolRow[] {
  const rows = searches.flatMap((search) => search.rows ?? []);
  return [...new Map(rows.map((row) => [row.number ?? JSON.stringify(row), row])).values()];
}
