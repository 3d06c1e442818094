import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { endedRows, type ToolPart, type ToolRow } from "@servicechat/contract";
import { parseUrl, safeLink } from "@servicechat/markdown";
import { OutsideLink } from "@servicechat/markdown/components";
import { spoken, withWords } from "../words/service-words.ts";
import { enAnswerView } from "../words/en-answer-view.ts";
import { useChat } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import type { ToolProps } from "../lazy/lazy-modules.ts";
import type { AnswerViewWords } from "../words/words.ts";
import type { ReplyPart } from "../conversation/conversation.ts";
import { spokenDetail } from "../words/spoken-detail.ts";

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

/** Whether a part is a successful search of the agent's knowledge. */
const isSearch = (part: ReplyPart): part is ToolPart =>
  part.type === "tool" && part.name === "search_knowledge" && part.status === "succeeded";

/**
 * One quiet control for all searches of an answer, which expands to show the results. Their number says nothing about
 * the answer.
 */
function SearchLine({ reply, tool }: ToolProps): JSX.Element | null {
  const words = withWords(enAnswerView, useChat().words);
  const [open, setOpen] = useState(false);
  const searches = reply.parts.filter(isSearch);
  if (tool !== searches[0]) return null;
  const rows = foundBy(searches);
  const title = (
    <>
      {icon("search", 15)}
      <span class="tool-title">{words.searched}</span>
    </>
  );
  if (rows.length === 0) return <div class="tool-line">{title}</div>;
  return (
    <div class="tool">
      <button type="button" class="tool-line search-line" aria-expanded={open} onClick={() => setOpen(!open)}>
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

/** The expanded results of a tool. */
function ToolRows({ rows }: { rows: readonly ToolRow[] }): JSX.Element {
  return (
    <ol class="tool-rows" role="list">
      {rows.map((row, index) => (
        <ToolRowView key={index} row={row} />
      ))}
    </ol>
  );
}

function ToolRowView({ row }: { row: ToolRow }): JSX.Element {
  const { words } = useChat();
  const link = row.url === undefined ? undefined : safeLink(row.url, row.title);
  const host = link && parseUrl(link.href)?.host;
  const text = (
    <>
      <span class="row-title">{spoken(row.title, words)}</span>
      {row.detail && <span class="row-detail">{spokenDetail(row.detail, words)}</span>}
      {(host || row.status) && <span class="row-host">{host || spoken(row.status ?? "", words)}</span>}
    </>
  );
  return (
    <li dir="auto">
      {link ? (
        <OutsideLink class="row" href={link.href} title={words.opensNewTab}>
          {text}
        </OutsideLink>
      ) : (
        <div class="row">{text}</div>
      )}
    </li>
  );
}
