import type { JSX } from "preact";
import { cleanText } from "@servicechat/contract";
import { devicePart } from "../later/device.ts";
import { useChat } from "./chat-context.ts";
import { icon } from "./icon.tsx";
import { Mark } from "./mark.tsx";

/**
 * Who one talks to, the menu, which comes later, and the control for closing. Beside the bubble, which closes the chat too,
 * that control is there for the keyboard and for screen readers, and seen while it has the focus. A floating card has no bar:
 * only the controls are seen (decisions, "Host page").
 */
export function TitleBar(): JSX.Element {
  const { config, words, close, device, isBubbleSeen } = useChat();
  const isCard = config.branding.style === "floating";
  const ChatMenu = devicePart.module.value?.ChatMenu;
  return (
    <header class={isCard ? "title-bar card-controls" : "title-bar"}>
      {!isCard && <Mark size={34} />}
      <h1 class={isCard ? "unseen" : undefined} dir="auto">
        {cleanText(config.agent.name)}
      </h1>
      {ChatMenu && device.value && <ChatMenu device={device.value} />}
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
