import type { JSX } from "preact";
import { cleanText } from "@servicechat/contract";
import { useChat } from "../context/chat-context.ts";
import { icon } from "./icon.tsx";
import { Logo } from "./logo.tsx";

/**
 * Who one talks to, the menu and the control for expanding, which come later, and the one for closing. Beside the
 * bubble, which closes the chat too, that control is there for the keyboard and for screen readers, and seen while it
 * has the focus. A floating card has no bar: only the controls are seen.
 */
export function TitleBar(): JSX.Element {
  const { config, lazy, words, close, isBubbleSeen } = useChat();
  const isCard = config.branding.style === "floating";
  const BarControls = lazy.device.module.value?.BarControls;
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
