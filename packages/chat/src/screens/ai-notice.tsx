import type { JSX } from "preact";
import { cleanText, type ChatLanguage, type PerLanguage } from "@servicechat/contract";
import { useChat } from "../context/chat-context.ts";

/** The id of the notice on the first screen, by which the input field refers to it. */
export const aiNoticeId = "ai-notice";

/** Whether the first screen says that an AI answers: until there is a message, and unless the operator switched it off. */
export function useHasAiNotice(): boolean {
  const { chat, handoff, settings } = useChat();
  const hasBegun = chat.conversation.value.length > 0 || chat.queued.value.length > 0;
  const isAbsent = hasBegun || chat.state.value === "unavailable" || handoff.value?.isHeld.value;
  return settings.notice !== undefined && !isAbsent;
}

/** Says that an AI answers, above the input field, so that every visitor reads it before writing. */
export function AiNotice(): JSX.Element | null {
  return useHasAiNotice() ? (
    <p id={aiNoticeId} class="ai-notice">
      <AiNoticeText />
    </p>
  ) : null;
}

/** The sentence and its link: the operator's in the visitor's language, otherwise the chat's own sentence. */
export function AiNoticeText(): JSX.Element {
  const { settings, words } = useChat();
  const { text, link } = settings.notice ?? {};
  const href = inLanguage(link, words.lang);
  return (
    <>
      <bdi>{cleanText(inLanguage(text, words.lang) ?? words.aiNotice)}</bdi>
      {href && (
        <>
          {" "}
          <a href={href} target="_blank" rel="noopener noreferrer" title={words.opensNewTab}>
            {words.learnMore}
          </a>
        </>
      )}
    </>
  );
}

function inLanguage(value: PerLanguage | undefined, lang: string): string | undefined {
  return typeof value === "string" ? value : value?.[lang.slice(0, 2) as ChatLanguage];
}
