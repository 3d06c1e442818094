import type { JSX } from "preact";
import type { Chat } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { sayReason } from "./say-chat.ts";
import { isLate, waitsSince } from "./use-inbox.ts";
import { WaitingTime } from "./waiting-time.tsx";

/** Who holds a chat, why a person was requested, and a link to the details. */
export function ChatState({ chat }: { chat: Chat }): JSX.Element {
  const { words, me } = useConsole();
  const { inbox: text } = words;
  const isMine = chat.operator !== null && chat.operator.id === me.value?.id;
  const reason = sayReason(chat, words);
  return (
    <>
      <p class="open-chat-about">
        {chat.holder === "waiting" ? (
          <span class="badge bad">
            <WaitingTime since={waitsSince(chat)} />
          </span>
        ) : chat.holder === "person" ? (
          <span class={isMine ? "badge good" : "badge brand"}>
            {isMine ? text.youHold : text.withColleague(showHidden(chat.operator?.name ?? ""))}
          </span>
        ) : chat.addressSince === undefined ? (
          <span class="badge">{text.withAgent}</span>
        ) : (
          <span class={isLate(chat) ? "badge bad" : "badge warn"}>
            {text.waitsByEmail} <Time at={chat.addressSince} />
          </span>
        )}
        <span>{showHidden(chat.agent)}</span>
        {chat.handoff?.email && <span>{showHidden(chat.handoff.email)}</span>}
        <a href={hrefOf(`chats/${encodeURIComponent(chat.id)}`)}>{text.details}</a>
      </p>
      {(chat.holder !== "agent" || chat.addressSince !== undefined) && (reason || chat.handoff?.summary) && (
        <p class="open-chat-summary" dir="auto">
          {reason && <b>{showHidden(reason)}</b>} {showHidden(chat.handoff?.summary ?? "")}
        </p>
      )}
    </>
  );
}
