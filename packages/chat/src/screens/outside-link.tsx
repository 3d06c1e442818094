import type { ComponentChildren, JSX } from "preact";
import { useChat } from "./chat-context.ts";

/** A link out of the chat: in a new tab, which learns nothing of this one. `href` was checked before. */
export function OutsideLink(props: {
  href: string;
  class?: string;
  id?: string;
  children: ComponentChildren;
}): JSX.Element {
  const { words } = useChat();
  return (
    <a
      href={props.href}
      class={props.class}
      id={props.id}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      title={words.opensNewTab}
    >
      {props.children}
    </a>
  );
}
