import type { JSX } from "preact";
import type { Gap } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { showHidden } from "../ui/show-hidden.ts";
import { count } from "../ui/time.tsx";

/** The gaps that most chats ran into, each as a bar, and how many closed by themselves lately. */
export function GapBars({ gaps, closed }: { gaps: readonly Gap[]; closed: number }): JSX.Element | null {
  const { words } = useConsole();
  const text = words.home;
  if (gaps.length === 0 && closed === 0) return null;
  const most = Math.max(1, ...gaps.map(({ chats }) => chats));
  return (
    <section class="card" aria-labelledby="home-gaps">
      <div class="card-head">
        <h2 id="home-gaps">{text.gapsTitle}</h2>
        <a href={hrefOf("gaps")} aria-label={`${text.seeAll}: ${text.gapsTitle}`}>
          {text.seeAll}
        </a>
      </div>
      {gaps.length > 0 && (
        <ol class="bars" role="list">
          {gaps.map((gap) => (
            <li key={gap.id}>
              <a
                href={hrefOf(`gaps/${encodeURIComponent(gap.id)}`)}
                style={{ "--share": String(gap.chats / most) }}
              >
                <span class="bar-name">{showHidden(gap.question)}</span>
                <span class="bar-count" title={text.chatCount(count(gap.chats, words.lang), gap.chats)}>
                  {count(gap.chats, words.lang)}
                </span>
              </a>
            </li>
          ))}
        </ol>
      )}
      {closed > 0 && <p class="muted good-news">{text.gapsClosed(count(closed, words.lang), closed)}</p>}
    </section>
  );
}
