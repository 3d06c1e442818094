import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import { ChatProvider, useChat, type ChatContext } from "../context/chat-context.ts";
import { AiNotice } from "./ai-notice.tsx";
import { Composer } from "./composer.tsx";
import { isComposing } from "./is-composing.ts";
import { MessageList } from "./message-list.tsx";
import { NoticeLine } from "./notice-line.tsx";
import { icon } from "./icon.tsx";
import { Logo } from "./logo.tsx";

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
        <AiNotice />
        <ChatProvider value={writing}>
          <Composer />
        </ChatProvider>
        {BackgroundTasks && <BackgroundTasks />}
      </main>
    </ChatProvider>
  );
}

/**
 * The name of the agent, or of the person who has the chat, the menu and the expand button, which load later, and the close button. Beside the bubble,
 * which closes the chat too, that button is for the keyboard and for screen readers, and visible while it has the
 * focus. A floating card has no bar: only the controls are visible.
 */
function TitleBar(): JSX.Element {
  const { config, handoff, lazy, words, close, isBubbleSeen } = useChat();
  const isCard = config.branding.style === "floating";
  const BarControls = lazy.menuAndTabs.module.value?.BarControls;
  const Person = lazy.handoff.module.value?.PersonTitle;
  const { holder, name } = handoff.value?.holding.value ?? {};
  const person = holder === "person" && name;
  return (
    <header class={isCard ? "title-bar card-controls" : "title-bar"}>
      {Person && person ? (
        <Person name={person} />
      ) : (
        <>
          {!isCard && <Logo size={34} />}
          <h1 class={isCard ? "unseen" : undefined} dir="auto">
            {cleanText(config.agent.name)}
          </h1>
        </>
      )}
      {BarControls && <BarControls />}
      {close && (
        <button
          type="button"
          class={isBubbleSeen.value ? "round quiet spare" : "round quiet"}
          aria-label={words.close}
          title={words.close}
          onClick={close}
        >
          {icon("close", 22)}
        </button>
      )}
    </header>
  );
}
