import type { JSX } from "preact";
import type { Notice } from "../conversation/retry-policy.ts";
import type { Words } from "../words/words.ts";
import { useChat } from "../context/chat-context.ts";

/** Why the chat is currently waiting, above the composer. */
export function NoticeLine(): JSX.Element | null {
  const { chat, lazy, words } = useChat();
  const isAway = useIsAway();
  const state = chat.state.value;
  if (state === "unavailable") return <p class="notice firm">{words.unavailable}</p>;
  const notice = chat.notice.value;
  if (isAway) return <p class="notice">{words.offline}</p>;
  if (state === "failed") {
    return (
      <p class="notice">
        {words.lost}
        <button type="button" class="button" onClick={() => void chat.start()}>
          {words.retry}
        </button>
      </p>
    );
  }
  if (!notice) return lazy.answerView.isMissing.value ? <p class="notice">{words.unformatted}</p> : null;
  return (
    <p class="notice">
      <span class="spinner" />
      {noticeText(notice, words)}
    </p>
  );
}

/** Whether nothing gets through to the service, as far as browser or chat know. */
export function useIsAway(): boolean {
  const { chat, network } = useChat();
  const isLost = chat.notice.value?.kind === "offline";
  return network.isOffline.value || isLost;
}

function noticeText(notice: Notice, words: Words): string {
  switch (notice.kind) {
    case "offline":
    case "reconnecting":
      return words.reconnecting;
    case "rate_limited":
      return words.waiting(notice.seconds);
    case "session_busy":
      return words.busy(notice.seconds);
    case "service_away":
      return words.away(notice.seconds);
  }
}
