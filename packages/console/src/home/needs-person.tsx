import type { JSX } from "preact";
import type { Chat } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { ChatRow } from "../chats/chat-row.tsx";
import { EmptyState } from "../ui/page.tsx";
import type { HomeData } from "./home-page.tsx";

/** Chats that somebody should look at. */
export function NeedsPerson({ home }: { home: HomeData }): JSX.Element {
  const text = useConsole().words.home;
  const from = home.week.from.slice(0, 10);
  if (home.waiting.length + home.addresses.length + home.unanswered.length + home.thumbsDown.length === 0)
    return <EmptyState sign="check" title={text.nothingTitle} text={text.nothingText} />;
  return (
    <>
      <Group title={text.waiting} chats={home.waiting} all={hrefOf("inbox")} />
      <Group title={text.addresses} chats={home.addresses} all={hrefOf("inbox", { holder: "address" })} />
      <Group
        title={text.unanswered}
        chats={home.unanswered}
        all={hrefOf("chats", { mark: "unanswered", from })}
      />
      <Group
        title={text.thumbsDown}
        chats={home.thumbsDown}
        all={hrefOf("chats", { rating: "down", from })}
      />
    </>
  );
}

function Group({
  title,
  chats,
  all,
}: {
  title: string;
  chats: readonly Chat[];
  all: string;
}): JSX.Element | null {
  const text = useConsole().words.home;
  if (chats.length === 0) return null;
  return (
    <section class="section">
      <div class="section-head">
        <h2>{title}</h2>
        <a href={all} aria-label={`${text.seeAll}: ${title}`}>
          {text.seeAll}
        </a>
      </div>
      <ul class="rows chat-list" role="list">
        {chats.map((chat) => (
          <li key={chat.id}>
            <ChatRow chat={chat} />
          </li>
        ))}
      </ul>
    </section>
  );
}
