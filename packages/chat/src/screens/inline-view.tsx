import type { ComponentChildren, JSX } from "preact";
import type { Inline } from "../markdown/tree.ts";
import { cleanText } from "@servicechat/contract";
import { useChat } from "./chat-context.ts";

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

/** A link out of the chat: in a new tab, which learns nothing of this one. `href` was checked before. */
export function OutsideLink(props: {
  href: string;
  class?: string;
  children: ComponentChildren;
}): JSX.Element {
  const { words } = useChat();
  return (
    <a
      href={props.href}
      class={props.class}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      title={words.opensNewTab}
    >
      {props.children}
    </a>
  );
}
