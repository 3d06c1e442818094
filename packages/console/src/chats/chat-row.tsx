import type { JSX } from "preact";
import type { Chat } from "@servicechat/contract/admin";
import { hrefOf } from "../app/navigation.ts";
import { useConsole } from "../app/console-context.ts";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { RowTags } from "./tags.tsx";
import { Marks, OutcomeBadge, RatingSign } from "./marks.tsx";

/** A chat in a list: how it began, the last message, and what is notable. */
export function ChatRow({ chat }: { chat: Chat }): JSX.Element {
  const { words } = useConsole();
  const { chats: text, vocabulary } = words;
  return (
    <a class="chat-row" href={hrefOf(`chats/${encodeURIComponent(chat.id)}`)}>
      <span class="chat-text">
        <span class="chat-first" dir="auto">
          {showHidden(chat.first) || text.noText}
        </span>
        {chat.last !== chat.first && (
          <span class="chat-last" dir="auto">
            {showHidden(chat.last)}
          </span>
        )}
        <span class="chat-about">
          <span>{showHidden(chat.agent)}</span>
          <span>{text.messages(chat.messages)}</span>
          {chat.handoff?.email && <span>{showHidden(chat.handoff.email)}</span>}
          {chat.holder !== "agent" && (
            <span class="badge brand">
              {showHidden(chat.operator?.name ?? vocabulary.holders[chat.holder])}
            </span>
          )}
          <Marks marks={chat.marks} />
          <RowTags tags={chat.tags ?? []} />
        </span>
      </span>
      <span class="chat-side">
        <Time at={chat.lastAt} />
        <span class="chat-result">
          <RatingSign rating={chat.rating} />
          <OutcomeBadge outcome={chat.outcome} />
        </span>
      </span>
    </a>
  );
}
