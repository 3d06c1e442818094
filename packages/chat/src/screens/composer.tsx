import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { maxFiles, maxTextLength } from "@servicechat/contract";
import { canBeSeen } from "../conversation/chat-commands.ts";
import { isUnderway, readyFiles } from "../uploads/attachment.ts";
import { useChat } from "../context/chat-context.ts";
import { aiNoticeId, useHasAiNotice } from "./ai-notice.tsx";
import { icon } from "./icon.tsx";
import { isComposing } from "./is-composing.ts";
import { AttachmentBar } from "./lazy-input-controls.tsx";

/**
 * The visitor's input field. Enter sends, Shift and Enter begin a new line; while an answer is in progress, the button
 * stops it.
 */
export function Composer(): JSX.Element | null {
  const context = useChat();
  const { chat, config, lazy, words, draft, attachments, composer } = context;
  const attachButton = useRef<HTMLButtonElement>(null);
  const edit = context.editing.value;
  const tools = lazy.messageTools.module.value;
  const AttachButton = lazy.inputControls.module.value?.AttachButton;
  const uploads = chat.agent.value?.uploads;
  const hasNotice = useHasAiNotice();
  const text = draft.value;
  const left = maxTextLength - text.length;
  const state = chat.state.value;
  if (state === "unavailable") return null;
  // A message sent while the chat loads is queued for a moment.
  const isTaken = state === "ready" || state === "loading";
  const files = readyFiles(attachments.value);
  const isUploading = attachments.value.some(isUnderway);
  const canSend = (canBeSeen(text) || files.length > 0) && left >= 0 && isTaken && !isUploading;
  // Visitors can send more messages to a person at any time.
  const isHeld = context.handoff.value?.isHeld.value === true;
  const isAnswering = chat.isAnswering.value && !isHeld;
  const label = isAnswering ? words.stop : words.send;

  function send(): void {
    if (!canSend || isAnswering) return;
    if (edit) return edit.send(text, files);
    draft.value = "";
    const ready = attachments.value.filter(({ file }) => file);
    const taken = ready.slice(0, maxFiles);
    attachments.value = ready.slice(maxFiles); // some were returned while others were added
    chat.send(text, readyFiles(taken), () => (attachments.value = [...taken, ...attachments.value]));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      class="composer"
      onKeyDown={(event) => tools?.onComposerKey(event, context)}
      onSubmit={(event) => {
        event.preventDefault();
        if (isAnswering) chat.stop();
        else send();
      }}
    >
      {uploads && <AttachmentBar attachButton={attachButton} />}
      {edit && tools && <tools.EditBar edit={edit} />}
      <div class="field">
        {tools && <tools.OfferMenu />}
        {uploads &&
          (AttachButton ? (
            <AttachButton button={attachButton} uploads={uploads} />
          ) : (
            <span class="round attach" />
          ))}
        <div class="growing" data-text={text}>
          <textarea
            ref={composer}
            rows={1}
            dir="auto"
            aria-label={words.composer}
            placeholder={context.handoff.value?.hintIn(words) ?? words.promptHint}
            value={text}
            aria-invalid={left < 0}
            aria-describedby={left < 500 ? "length" : edit ? "editing" : hasNotice ? aiNoticeId : undefined}
            enterkeyhint="send"
            onInput={(event) => (draft.value = event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <button
          type="submit"
          class="round action"
          aria-label={label}
          title={label}
          aria-disabled={!isAnswering && !canSend}
          // The second click of a double click would undo the first.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {icon(isAnswering ? "stop" : "send")}
        </button>
      </div>
      <p class="below">
        {left < 500 ? (
          <span id="length" class={left < 0 ? "too-long" : undefined}>
            {words.tooLong(left)}
          </span>
        ) : (
          config.branding.attribution && <span>{words.attribution}</span>
        )}
      </p>
    </form>
  );
}
