import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useChat } from "./chat-context.ts";

/** The agent's logo; the service's default mark where there is none or it cannot be loaded. */
export function Mark({ size }: { size: number }): JSX.Element {
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
    <span class="mark" style={{ width: size, height: size }}>
      <svg viewBox="0 0 24 24" width={size * 0.58} height={size * 0.58} aria-hidden="true">
        <path
          fill="currentColor"
          d="M12 3.2c5 0 9 3.3 9 7.6s-4 7.6-9 7.6c-.9 0-1.8-.1-2.600-.3L5 20.800c-.5.300-1.100-.100-1-.7l.5-3.600C3.500 15 3 13 3 10.800c0-4.300 4-7.600 9-7.600z"
        />
        <path
          class="mark-smile"
          fill="none"
          stroke-width="1.8"
          stroke-linecap="round"
          d="M8.600 11.600c.8 1.500 2 2.200 3.400 2.200s2.600-.7 3.400-2.200"
        />
      </svg>
    </span>
  );
}
