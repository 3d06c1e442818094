import type { JSX } from "preact";
import { cleanText } from "@servicechat/contract";
import { useChat } from "../context/chat-context.ts";
import { icon } from "./icon.tsx";
import { Logo } from "./logo.tsx";

/**
 * The name of the agent, the menu and the expand button, which load later, and the close button. Beside the bubble,
 * which closes the chat too, that button is for the keyboard and for screen readers, and visible while it has the
 * focus. A floating card has no bar: only the controls are visible.
 */
export function TitleBar(): JSX.Element {
  const { config, lazy, words, close, isBubbleSeen } = useChat();
  const isCard = config.branding.style === "floating";
  const BarControls = lazy.menuAndTabs.module.value?.BarControls;
  return (
    <header class={isCard ? "title-bar card-controls" : "title-bar"}>
      {!isCard && <Logo size={34} />}
      <h1 class={isCard ? "unseen" : undefined} dir="auto">
        {cleanText(config.agent.name)}
      </h1>
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
