import type { JSX } from "preact";
import type { Chat } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { RowTags } from "../chats/tags.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { isLate, reasonText, visitorOf, waitsSince } from "./inbox-chats.ts";
import type { Selection } from "./selection.ts";
import { SnoozedUntil } from "./snooze.tsx";
import { WaitingTime } from "./waiting-time.tsx";

/** A chat in a list of the inbox: who it is with, what it is about, and how long somebody has waited. */
export function InboxRow({
  chat,
  agent,
  isOpen,
  isGone,
  selection,
}: {
  chat: Chat;
  /** The agent's name. */
  agent: string;
  isOpen: boolean;
  /** Whether it is only drawn so that the others stay in their places. */
  isGone: boolean;
  /** Absent for those who may do nothing with chats. */
  selection: Selection | undefined;
}): JSX.Element {
  const { words, navigation } = useConsole();
  const { query } = navigation.location.value;
  const href = hrefOf("inbox", {
    agent: query.get("agent") ?? "",
    holder: query.get("holder") ?? "",
    chat: chat.id,
  });
  const reason = reasonText(chat, words);
  const isAsked = chat.holder === "waiting" || chat.addressSince !== undefined;
  const visitor = visitorOf(chat);
  // What the visitor said, and not what the agent answered: that is what a person is to take up.
  const text = (isAsked && chat.lastAsked) || chat.last;
  const summary = isAsked && chat.handoff?.summary;
  const isSelected = selection?.ids.has(chat.id) ?? false;
  const name = showHidden(visitor ?? chat.first) || words.chats.noText;
  const classes = ["inbox-item", isSelected && "selected", chat.unread && "unread", isGone && "gone"];
  return (
    <li class={classes.filter(Boolean).join(" ")} data-chat={chat.id}>
      <a
        class="chat-row inbox-row"
        href={href}
        aria-current={isOpen ? "true" : undefined}
        onClick={(event) => {
          if (!selection || !event.shiftKey) return;
          // Else the browser would open another window.
          event.preventDefault();
          selection.toggle(chat.id, true);
        }}
      >
        <Avatar name={visitor} />
        <span class="inbox-row-head">
          <b dir="auto">{name}</b>
          {chat.unread && <span class="unseen">{words.inbox.unread}</span>}
          {chat.snoozedUntil !== undefined ? (
            <span class="inbox-time">
              <SnoozedUntil until={chat.snoozedUntil} />
            </span>
          ) : chat.holder === "waiting" ? (
            <WaitingTime since={waitsSince(chat)} />
          ) : (
            <span class={isLate(chat) ? "inbox-time late" : "inbox-time"}>
              <Time at={chat.addressSince ?? chat.lastAt} />
            </span>
          )}
        </span>
        {isAsked && (reason || summary) && (
          <span class="inbox-reason" dir="auto">
            {reason && <b>{showHidden(reason)}</b>} {summary && <span>{showHidden(summary)}</span>}
          </span>
        )}
        <span class="inbox-row-text" dir="auto">
          {showHidden(text)}
        </span>
        <span class="chat-about">
          <span>{showHidden(agent)}</span>
          {chat.holder === "person" && <span>{showHidden(chat.operator?.name ?? "")}</span>}
          <RowTags tags={chat.tags ?? []} />
        </span>
      </a>
      {selection && (
        <label class="inbox-select">
          <input
            type="checkbox"
            aria-label={words.inbox.select(name)}
            checked={isSelected}
            onClick={({ shiftKey }) => selection.toggle(chat.id, shiftKey)}
          />
        </label>
      )}
    </li>
  );
}
