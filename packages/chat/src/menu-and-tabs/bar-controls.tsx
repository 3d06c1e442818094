import type { JSX } from "preact";
import { useChat } from "../context/chat-context.ts";
import { ChatMenu } from "./chat-menu.tsx";
import { ExpandButton } from "./expand-button.tsx";

/** The lazily loaded controls of the title bar: the menu, and the expand button. */
export function BarControls(): JSX.Element {
  const { lazy, ...context } = useChat();
  const device = context.device.value;
  const handoff = context.handoff.value;
  const Ask = lazy.handoff.module.value?.AskButton;
  return (
    <>
      {Ask && handoff && <Ask handoff={handoff} />}
      {device && <ChatMenu device={device} />}
      <ExpandButton />
    </>
  );
}
