import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ToolRow } from "@servicechat/contract";
import type { ReplyPart } from "../conversation/conversation.ts";
import { safeLink } from "../markdown/safe-link.ts";
import { cleanText } from "../words/clean-text.ts";
import { useChat } from "./chat-context.ts";
import { Icon } from "./icon.tsx";
import { OutsideLink } from "./inline-view.tsx";

type ToolPart = Extract<ReplyPart, { type: "tool" }>;

/** One line for one use of a tool; what it found unfolds. `live`: the reply is still on its way. */
export function ToolLine({ tool, live }: { tool: ToolPart; live: boolean }): JSX.Element {
  const { words } = useChat();
  const [open, setOpen] = useState(false);
  const rows = tool.rows ?? [];
  const isRunning = live && tool.status === "running";
  const outcome = tool.status === "failed" ? words.toolFailed : tool.summary;
  const icon = tool.status === "failed" ? "alert" : tool.status === "succeeded" ? "check" : "search";
  const line = (
    <>
      {isRunning ? <span class="spinner" /> : <Icon name={icon} size={15} />}
      <span class={isRunning ? "tool-title shimmer" : "tool-title"} dir="auto">
        {cleanText(tool.title)}
      </span>
      {!isRunning && outcome && (
        <span class="tool-outcome" dir="auto">
          {cleanText(outcome)}
        </span>
      )}
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
          <Icon name="chevron" size={15} />
        </span>
      </button>
      {open && (
        <ol class="tool-rows">
          {rows.map((row, index) => (
            <ToolRowView key={index} row={row} />
          ))}
        </ol>
      )}
    </div>
  );
}

function ToolRowView({ row }: { row: ToolRow }): JSX.Element {
  const link = row.url === undefined ? undefined : safeLink(row.url, row.title);
  const host = link && URL.parse(link.href)?.host;
  const text = (
    <>
      <span class="row-title" dir="auto">
        {cleanText(row.title)}
      </span>
      {row.detail && (
        <span class="row-detail" dir="auto">
          {cleanText(row.detail)}
        </span>
      )}
      {(host || row.status) && <span class="row-host">{host || cleanText(row.status ?? "")}</span>}
    </>
  );
  return (
    <li>
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
