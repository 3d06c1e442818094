import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useChat } from "../context/chat-context.ts";

/** The agent's logo; the service's default mark if there is none or it fails to load. */
export function Logo({ size }: { size: number }): JSX.Element {
  const { logo } = useChat().config.branding;
  const [failed, setFailed] = useState(false);
  if (logo !== null && !failed) {
    return (
      <img
        class="mark mark-logo"
        src={logo}
        alt=""
        width={size}
        height={size}
        referrerpolicy="no-referrer"
        onError={() => setFailed(true)}
      />
    );
  }
  return (
    <span class="mark" style={{ width: `${size}px`, height: `${size}px` }}>
      <svg viewBox="0 0 24 24" width={size * 0.58} height={size * 0.58} aria-hidden="true">
        <path
          fill="currentColor"
          d="M12 3.2c5 0 9 3.3 9 7.6s-4 7.6-9 7.6c-.9 0-1.8-.1-2.6-.3L5 20.8c-.5.3-1.1-.1-1-.7l.5-3.6C3.5 15 3 13 3 10.8c0-4.3 4-7.6 9-7.6z"
        />
        <path
          class="mark-smile"
          fill="none"
          stroke-width="1.8"
          stroke-linecap="round"
          d="M8.6 11.6c.8 1.5 2 2.2 3.4 2.2s2.6-.7 3.4-2.2"
        />
      </svg>
    </span>
  );
}

/** The first letter of a person's name, in place of a face. */
export function PersonMark({ name, size = "" }: { name: string; size?: "" | "large" }): JSX.Element {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return (
    <span class={`person-mark ${size}`} aria-hidden="true">
      {first?.segment.toLocaleUpperCase()}
    </span>
  );
}
