import type { JSX } from "preact";
import type { Chat, Notifications } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { icon } from "../ui/icon.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { useResource } from "../ui/use-resource.ts";
import { isLate, reasonText, waitsSince } from "./inbox-chats.ts";
import { SnoozedUntil } from "./snooze.tsx";
import { WaitingTime } from "./waiting-time.tsx";

/** Who holds a chat, why a person was requested, and a link to the details. */
export function ChatState({ chat, agent }: { chat: Chat; agent: string }): JSX.Element {
  const { words, me } = useConsole();
  const { inbox: text } = words;
  const isMine = chat.operator !== null && chat.operator.id === me.value?.id;
  const reason = reasonText(chat, words);
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
        {chat.snoozedUntil !== undefined && (
          <span class="badge">
            {icon("clock", 12)}
            <SnoozedUntil until={chat.snoozedUntil} />
          </span>
        )}
        <span>{showHidden(agent)}</span>
        {chat.handoff?.email && (
          <a href={`mailto:${encodeURIComponent(chat.handoff.email).replace("%40", "@")}`}>
            {showHidden(chat.handoff.email)}
          </a>
        )}
        <a class="open-chat-details" href={hrefOf(`chats/${encodeURIComponent(chat.id)}`)}>
          {text.details}
        </a>
      </p>
      {(chat.holder !== "agent" || chat.addressSince !== undefined) && (reason || chat.handoff?.summary) && (
        <p class="open-chat-summary" dir="auto">
          {reason && <b>{showHidden(reason)}</b>} {showHidden(chat.handoff?.summary ?? "")}
        </p>
      )}
      {chat.addressSince !== undefined && <NoMailServer />}
    </>
  );
}

/** Says that what is written here is not sent to the visitor's address, if that is so. */
function NoMailServer(): JSX.Element | null {
  const { api, words } = useConsole();
  const settings = useResource("mail to visitors", (signal) =>
    api.get<Notifications>("me/notifications", {}, signal),
  );
  if (settings.value?.mail.available !== false) return null;
  return (
    <p class="notice warn" role="status">
      {icon("alert", 16)}
      <span>{words.inbox.noMailServer}</span>
    </p>
  );
}
