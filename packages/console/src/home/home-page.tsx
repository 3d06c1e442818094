import type { JSX } from "preact";
import type {
  AgentItem,
  Chat,
  Key,
  KeySite,
  Page as ListPage,
  UsageReport,
} from "@servicechat/contract/admin";
import type { Api } from "../api/create-api.ts";
import { useConsole, useMay } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { ChatRow } from "../chats/chat-row.tsx";
import { useLiveReload } from "../chats/use-live-reload.ts";
import { AskShownName } from "../settings/shown-name.tsx";
import { icon } from "../ui/icon.tsx";
import { EmptyState, Loaded, Page } from "../ui/page.tsx";
import { Tile, Tiles } from "../ui/tiles.tsx";
import { count, duration } from "../ui/time.tsx";
import { useResource } from "../ui/use-resource.ts";
import { SetUpSteps } from "./set-up-steps.tsx";

/** A site, and the key that it used. */
export interface SiteOfKey extends KeySite {
  readonly key: Key;
}

/** The data of the first page. */
export interface HomeData {
  readonly agents: readonly AgentItem[];
  /** Valid keys; empty for people whose role may not see them. */
  readonly keys: readonly Key[];
  readonly sites: readonly SiteOfKey[];
  readonly hasChats: boolean;
  readonly waiting: readonly Chat[];
  readonly addresses: readonly Chat[];
  readonly unanswered: readonly Chat[];
  readonly thumbsDown: readonly Chat[];
  readonly week: UsageReport;
}

/** For how many keys the page requests the sites that used them. */
const maxKeys = 8;
/** How many chats of each kind the page shows. */
const maxChats = 5;

/** What to do next in a new installation; later, what needs a person. */
export function page(): JSX.Element {
  const { api, words } = useConsole();
  const mayEdit = useMay("editor");
  const data = useResource(`home ${mayEdit}`, (signal) => readHome(api, mayEdit, signal));
  useLiveReload(data.reload, () => true);
  return (
    <Page title={words.home.title}>
      <AskShownName />
      <Loaded resource={data}>
        {(home) =>
          mayEdit && !home.hasChats ? (
            <>
              <RefusedSites home={home} />
              <SetUpSteps home={home} />
            </>
          ) : (
            <>
              <WeekFigures week={home.week} />
              <RefusedSites home={home} />
              <NeedsPerson home={home} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

async function readHome(api: Api, mayEdit: boolean, signal: AbortSignal): Promise<HomeData> {
  const from = daysAgo(7);
  const chats = async (filter: Record<string, string>): Promise<readonly Chat[]> =>
    (await api.get<ListPage<Chat>>("chats", { limit: maxChats, ...filter }, signal)).items;
  const [agents, keys, first, waiting, addresses, unanswered, thumbsDown, week] = await Promise.all([
    api.get<ListPage<AgentItem>>("agents", { limit: 200 }, signal),
    mayEdit ? api.get<ListPage<Key>>("keys", { limit: 200 }, signal) : { items: [] },
    chats({ limit: "1" }),
    chats({ holder: "waiting" }),
    chats({ address: "unanswered" }),
    chats({ mark: "unanswered", from }),
    chats({ rating: "down", from }),
    api.get<UsageReport>("usage", { from, by: "day" }, signal),
  ]);
  const working = keys.items.filter(({ revokedAt }) => revokedAt === null);
  const sites = await Promise.all(
    working.slice(0, maxKeys).map(async (key) => {
      const path = `keys/${encodeURIComponent(key.id)}/sites`;
      const { items } = await api.get<ListPage<KeySite>>(path, { limit: 200 }, signal);
      return items.map((site): SiteOfKey => ({ ...site, key }));
    }),
  );
  // Erased chats are still counted.
  const hasChats =
    first.length > 0 ||
    (await api.get<UsageReport>("usage", { from: daysAgo(400), by: "month" }, signal)).total.chats > 0;
  return {
    agents: agents.items,
    keys: working,
    sites: sites.flat(),
    hasChats,
    waiting,
    addresses,
    unanswered,
    thumbsDown,
    week,
  };
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

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

/** Sites that tried to use a key without being allowed; links to the key of the first. */
export function RefusedSites({ home }: { home: HomeData }): JSX.Element | null {
  const text = useConsole().words.home;
  const sites = home.sites.filter(
    ({ refused, admitted, origin, key }) => refused > 0 && admitted === 0 && !key.allowed.includes(origin),
  );
  const [first] = sites;
  if (!first) return null;
  return (
    <p class="notice warn">
      {icon("alert", 16)}
      <span>{text.refusedText(sites.length)}</span>
      <a class="button small" href={hrefOf("keys", { key: first.key.id })}>
        {text.refusedAction}
      </a>
    </p>
  );
}

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
