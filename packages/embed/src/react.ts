"use client";

import { useEffect, useRef } from "react";
import { holdServiceChat, type ChatProps, type Hold } from "./hold-service-chat.ts";

export type { ChatProps };

/**
 * The chat, on the page while this component is mounted. It draws nothing where it stands: the widget has its own corner
 * of the window. On a server it does nothing.
 *
 * @example
 * <ServiceChat src="https://chat.example.com/launcher.js" agentKey="ak_..." onUnread={({ count }) => setUnread(count)} />
 */
export function ServiceChat(props: ChatProps): null {
  const latest = useRef(props);
  const hold = useRef<Hold | undefined>(undefined);
  useEffect(() => {
    latest.current = props;
    hold.current?.changed();
  });
  useEffect(() => {
    const held = (hold.current = holdServiceChat(() => latest.current));
    return () => held.release();
  }, []);
  return null;
}
