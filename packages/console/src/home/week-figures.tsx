import type { JSX } from "preact";
import type { UsageReport } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { count, duration } from "../ui/time.tsx";
import { Tile, Tiles } from "../ui/tiles.tsx";

/** Last week's figures. Outcomes are separate, since one flattering number would say nothing. */
export function WeekFigures({ week }: { week: UsageReport }): JSX.Element {
  const { words } = useConsole();
  const text = words.home;
  const { chats, outcomes, ratings, firstText } = week.total;
  return (
    <section>
      <div class="section-head">
        <h2>{text.weekTitle}</h2>
        <a href={hrefOf("usage")}>{text.weekAction}</a>
      </div>
      <Tiles>
        <Tile name={text.chats} value={count(chats, words.lang)} />
        <Tile
          name={words.vocabulary.outcomes.confirmed}
          value={count(outcomes.confirmed, words.lang)}
          hint={text.confirmedHint}
        />
        <Tile
          name={words.vocabulary.outcomes.assumed}
          value={count(outcomes.assumed, words.lang)}
          hint={text.assumedHint}
        />
        <Tile name={text.unansweredTile} value={count(outcomes.unanswered, words.lang)} />
        <Tile
          name={text.thumbs}
          value={`${count(ratings.up, words.lang)} / ${count(ratings.down, words.lang)}`}
        />
        <Tile
          name={text.firstText}
          value={firstText.p50 === null ? "–" : duration(firstText.p50, words.lang)}
          hint={text.firstTextHint}
        />
      </Tiles>
    </section>
  );
}
