import type { JSX } from "preact";
import type { StreamError } from "@servicechat/contract";
import { failureText } from "../words/service-words.ts";
import type { Words } from "../words/words.ts";
import { useChat } from "../context/chat-context.ts";
import { icon } from "./icon.tsx";

/** Says that an answer failed; offers a retry if that may help. */
export function ErrorBar({ error, canRetry }: { error: StreamError; canRetry: boolean }): JSX.Element {
  const { chat, words } = useChat();
  return (
    <div class="error-bar">
      {icon("alert", 18)}
      <p dir="auto">{errorText(error, words)}</p>
      {canRetry && error.retryable && chat.state.value !== "unavailable" && (
        <button type="button" class="button" onClick={() => chat.retry()}>
          {icon("retry", 15)}
          {words.retry}
        </button>
      )}
    </div>
  );
}

/** The sentence for an error: our own for the visitor's actions, otherwise the service's. */
export function errorText({ code, message }: StreamError, words: Words): string {
  if (code === "stopped") return words.stopped;
  return failureText(code, message, words);
}
