import type { JSX } from "preact";
import type { ToolRow } from "@servicechat/contract";
import { parseUrl, safeLink } from "@servicechat/markdown";
import { OutsideLink } from "@servicechat/markdown/components";
import { spoken } from "../words/service-words.ts";
import { spokenDetail } from "../words/spoken-detail.ts";
import { useChat } from "../context/chat-context.ts";

/** The expanded results of a tool. */
export function ToolRows({ rows }: { rows: readonly ToolRow[] }): JSX.Element {
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
