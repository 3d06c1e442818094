import type { ComponentChildren, JSX, Ref } from "preact";

/** A link to another page: in a new tab, which learns nothing about this one. `href` was checked before. */
export function OutsideLink(props: {
  href: string;
  /** Says that a new tab opens. */
  title: string;
  class?: string;
  elementRef?: Ref<HTMLAnchorElement>;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <a
      href={props.href}
      class={props.class}
      ref={props.elementRef ?? null}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      title={props.title}
    >
      {props.children}
    </a>
  );
}
