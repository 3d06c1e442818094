import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ToolRow } from "@servicechat/contract";
import { parseUrl } from "../markdown/parse-url.ts";
import { safeLink } from "../markdown/safe-link.ts";
import { spokenDetail } from "../words/spoken-detail.ts";
import { spoken } from "../words/service-words.ts";
import { readingWords, type ReadingWords } from "../words/reading-words.ts";
import { useChat } from "./chat-context.ts";
import { icon } from "./icon.tsx";
import { OutsideLink } from "./outside-link.tsx";
import type { ToolPart, ToolProps } from "./tool-view.tsx";

/**
 * One line for one use of a tool: its title while it runs, then what came of it; what it found unfolds.
 */
export function ToolLine({ tool, live }: ToolProps): JSX.Element {
  const words = readingWords(useChat().words);
  const [open, setOpen] = useState(false);
  const rows = tool.rows ?? [];
  const isRunning = live && tool.status === "running";
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
      {open && (
        <ol class="tool-rows" role="list">
          {rows.map((row, index) => (
            <ToolRowView key={index} row={row} />
          ))}
        </ol>
      )}
    </div>
  );
}

function lineText({ title, status, summary }: ToolPart, words: ReadingWords): string {
  if (status === "failed") return words.toolFailed(spoken(title, words));
  return spoken((status === "succeeded" && summary) || title, words);
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
        <OutsideLink class="row" href={link.href}>
          {text}
        </OutsideLink>
      ) : (
        <div class="row">{text}</div>
      )}
    </li>
  );
}
