import type { JSX } from "preact";
import type { Chat } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { WaitingTime } from "./waiting-time.tsx";
import { sayReason, visitorOf } from "./say-chat.ts";
import { isLate, waitsSince } from "./use-inbox.ts";

/** A chat in a list of the inbox: who it is with, what it is about, and how long somebody has waited. */
export function InboxRow({ chat, isOpen }: { chat: Chat; isOpen: boolean }): JSX.Element {
  const { words, navigation } = useConsole();
  const { query } = navigation.location.value;
  const href = hrefOf("inbox", {
    agent: query.get("agent") ?? "",
    holder: query.get("holder") ?? "",
    chat: chat.id,
  });
  const reason = sayReason(chat, words);
  const isAsked = chat.holder === "waiting" || chat.addressSince !== undefined;
  const about = isAsked ? chat.handoff?.summary : undefined;
  return (
    <a class="chat-row inbox-row" href={href} aria-current={isOpen ? "true" : undefined}>
      <span class="inbox-row-head">
        <b dir="auto">{showHidden(visitorOf(chat) ?? chat.first) || words.chats.noText}</b>
        {chat.holder === "waiting" ? (
          <WaitingTime since={waitsSince(chat)} />
        ) : (
          <span class={isLate(chat) ? "inbox-time late" : "inbox-time"}>
            <Time at={chat.addressSince ?? chat.lastAt} />
          </span>
        )}
      </span>
      {reason && isAsked && <span class="inbox-reason">{showHidden(reason)}</span>}
      <span class="inbox-row-text" dir="auto">
        {showHidden(about ?? chat.last)}
      </span>
      <span class="chat-about">
        <span>{showHidden(chat.agent)}</span>
        {chat.holder === "person" && <span>{showHidden(chat.operator?.name ?? "")}</span>}
      </span>
    </a>
  );
}
