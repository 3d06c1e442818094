import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { ChatProvider, type ChatContext } from "../context/chat-context.ts";
import { Composer } from "./composer.tsx";
import { isComposing } from "./is-composing.ts";
import { MessageList } from "./message-list.tsx";
import { NoticeLine } from "./notice-line.tsx";
import { TitleBar } from "./title-bar.tsx";

/** The whole frame. Escape closes it, unless a dialog or an input method needs the key. */
export function ChatScreen({ context }: { context: ChatContext }): JSX.Element {
  const edit = context.editing.value;
  const writing = useMemo(() => ({ ...context, ...edit?.written }), [context, edit]);
  const BackgroundTasks = context.lazy.menuAndTabs.module.value?.BackgroundTasks;
  const handoff = context.handoff.value;
  const Bar = context.lazy.handoff.module.value?.HandoffBar;
  const Waiting = context.lazy.inputControls.module.value?.WaitingRequest;
  function onKeyDown(event: KeyboardEvent): void {
    const isTaken = isComposing(event) || context.dialogs.isAnyOpen();
    if (event.key === "Escape" && !isTaken) context.close?.();
  }
  return (
    <ChatProvider value={context}>
      <main class="frame" onKeyDown={onKeyDown}>
        <TitleBar />
        <MessageList />
        {Waiting && <Waiting />}
        {Bar && handoff && <Bar handoff={handoff} />}
        <NoticeLine />
        <ChatProvider value={writing}>
          <Composer />
        </ChatProvider>
        {BackgroundTasks && <BackgroundTasks />}
      </main>
    </ChatProvider>
  );
}
