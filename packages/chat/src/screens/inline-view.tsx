import type { JSX } from "preact";
import type { Inline } from "../markdown/tree.ts";
import { cleanText } from "@servicechat/contract";
import { OutsideLink } from "./outside-link.tsx";

/** Draws running text. */
export function InlineView({ inlines }: { inlines: readonly Inline[] }): JSX.Element {
  return <>{inlines.map(draw)}</>;
}

function draw(inline: Inline, index: number): JSX.Element | string {
  switch (inline.type) {
    case "text":
      return cleanText(inline.text);
    case "code":
      return <code key={index}>{cleanText(inline.text)}</code>;
    case "break":
      return <br key={index} />;
    case "strong":
      return <strong key={index}>{inline.children.map(draw)}</strong>;
    case "emphasis":
      return <em key={index}>{inline.children.map(draw)}</em>;
    case "deleted":
      return <del key={index}>{inline.children.map(draw)}</del>;
    case "link":
      return (
        <OutsideLink key={index} href={inline.href}>
          {inline.children.map(draw)}
          {inline.host !== undefined && <span class="real-host"> ({inline.host})</span>}
        </OutsideLink>
      );
  }
}
