import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { endedRows, type ToolPart } from "@servicechat/contract";
import { spoken, withWords } from "../words/service-words.ts";
import { enAnswerView } from "../words/en-answer-view.ts";
import { useChat } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import { isSearch, SearchLine } from "./search-line.tsx";
import { ToolRows } from "./tool-rows.tsx";
import type { ToolProps } from "../context/lazy-modules.ts";
import type { AnswerViewWords } from "../words/words.ts";

/**
 * One line for one use of a tool: its title while it runs, then the result; its rows can be expanded. The result of a
 * search is in the answer itself.
 */
export function ToolLine(props: ToolProps): JSX.Element {
  return isSearch(props.tool) ? <SearchLine {...props} /> : <UseLine {...props} />;
}

function UseLine({ tool, live }: ToolProps): JSX.Element {
  const words = withWords(enAnswerView, useChat().words);
  const [open, setOpen] = useState(false);
  const { rows: told = [], status } = tool;
  const isRunning = live && status === "running";
  const rows = isRunning ? told : endedRows(told, status === "succeeded" ? "done" : "failed");
  const sign = tool.status === "failed" ? "alert" : tool.status === "succeeded" ? "check" : "search";
  const line = (
    <>
      {isRunning ? <span class="spinner" /> : icon(sign, 15)}
      <span class={isRunning ? "tool-title shimmer" : "tool-title"} dir="auto">
        {lineText(tool, words)}
      </span>
    </>
  );
  if (rows.length === 0) return <div class="tool-line">{line}</div>;
  const isSourced = rows.every((row) => row.url !== undefined);
  return (
    <div class="tool">
      <button type="button" class="tool-line" aria-expanded={open} onClick={() => setOpen(!open)}>
        {line}
        <span class="tool-count">
          {isSourced ? words.sources(rows.length) : words.showDetails}
          {icon("chevron", 15)}
        </span>
      </button>
      {open && <ToolRows rows={rows} />}
    </div>
  );
}

function lineText({ title, status, summary }: ToolPart, words: AnswerViewWords): string {
  if (status === "failed") return words.toolFailed(spoken(title, words));
  return spoken((status === "succeeded" && summary) || title, words);
}
