import type { JSX } from "preact";
import {
  unsolvedGapStates,
  type AgentItem,
  type Chat,
  type Gap,
  type Key,
  type KeySite,
  type MonthCost as Month,
  type Page as ListPage,
  type UsageReport,
} from "@servicechat/contract/admin";
import type { Api } from "../api/create-api.ts";
import { useConsole, useMay } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { ChatRow } from "../chats/chat-row.tsx";
import { useLiveReload } from "../chats/use-live-reload.ts";
import { icon } from "../ui/icon.tsx";
import { EmptyState, Loaded, Page } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { useResource } from "../ui/use-resource.ts";
import { BusyHours } from "./busy-hours.tsx";
import { GapBars } from "./gap-bars.tsx";
import { midnightOf, readHours } from "./hours.ts";
import { MonthCost } from "./month-cost.tsx";
import { OutcomeBar } from "./outcome-bar.tsx";
import { SetUpSteps } from "./set-up-steps.tsx";
import { TodayChart } from "./today-chart.tsx";
import { maxWaiting, WaitingTiles } from "./waiting-tiles.tsx";

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
  /** Chats that the person who is signed in has taken. */
  readonly mine: readonly Chat[];
  /** The last 14 days, by day. */
  readonly days: UsageReport;
  /** The last eight days, by hour. */
  readonly hours: UsageReport;
  readonly month: Month;
  /** Those that wait for an answer, of most chats. */
  readonly gaps: readonly Gap[];
  /** How many closed by themselves in the last seven days. */
  readonly closedGaps: number;
}

/** For how many keys the page requests the sites that used them. */
const maxKeys = 8;
/** How many chats of each kind the page shows. */
const maxChats = 5;

/** What to do next in a new installation; later, what needs a person. */
export function page(): JSX.Element {
  const { api, words } = useConsole();
  const mayEdit = useMay("editor");
  const data = useResource(`home ${mayEdit}`, (signal) => readHome(api, { mayEdit }, signal));
  const now = new Date();
  useLiveReload(data.reload, () => true);
  return (
    <Page title={words.home.title}>
      <Loaded resource={data}>
        {(home) =>
          mayEdit && !home.hasChats ? (
            <>
              <RefusedSites home={home} />
              <SetUpSteps home={home} />
            </>
          ) : (
            <>
              <Greeting now={now} />
              <WaitingTiles home={home} />
              <RefusedSites home={home} />
              <Figures home={home} now={now} />
              <NeedsPerson home={home} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

async function readHome(
  api: Api,
  { mayEdit }: { readonly mayEdit: boolean },
  signal: AbortSignal,
): Promise<HomeData> {
  const week = daysAgo(6);
  const list = async <Item,>(
    path: string,
    filter: Readonly<Record<string, string | number | readonly string[]>>,
  ): Promise<readonly Item[]> =>
    (await api.get<ListPage<Item>>(path, { limit: maxChats, ...filter }, signal)).items;
  const usage = (from: string, by: string) => api.get<UsageReport>("usage", { from, by }, signal);
  const [
    agents,
    keys,
    first,
    waiting,
    mine,
    addresses,
    unanswered,
    thumbsDown,
    gaps,
    closed,
    days,
    hours,
    month,
  ] = await Promise.all([
    list<AgentItem>("agents", { limit: 200 }),
    mayEdit ? list<Key>("keys", { limit: 200 }) : [],
    list<Chat>("chats", { limit: 1 }),
    list<Chat>("chats", { holder: "waiting", snoozed: "false", limit: maxWaiting }),
    list<Chat>("chats", { holder: "me", snoozed: "false", limit: maxWaiting }),
    list<Chat>("chats", {
      address: "unanswered",
      snoozed: "false",
      order: "longest_wait",
      limit: maxWaiting,
    }),
    list<Chat>("chats", { mark: "unanswered", from: week }),
    list<Chat>("chats", { rating: "down", from: week }),
    list<Gap>("gaps", { state: [...unsolvedGapStates] }),
    list<Gap>("gaps", { state: "closed", limit: 200 }),
    usage(daysAgo(13), "day"),
    usage(midnightOf(new Date(), 7).toISOString(), "hour"),
    api.get<Month>("usage/month", {}, signal),
  ]);
  const working = keys.filter(({ revokedAt }) => revokedAt === null);
  const sites = await Promise.all(
    working.slice(0, maxKeys).map(async (key) => {
      const path = `keys/${encodeURIComponent(key.id)}/sites`;
      const items = await list<KeySite>(path, { limit: 200 });
      return items.map((site): SiteOfKey => ({ ...site, key }));
    }),
  );
  // Erased chats are still counted.
  const hasChats = first.length > 0 || (await usage(daysAgo(400), "month")).total.chats > 0;
  return {
    agents,
    keys: working,
    sites: sites.flat(),
    hasChats,
    waiting,
    mine,
    addresses,
    unanswered,
    thumbsDown,
    days,
    hours,
    month,
    gaps,
    closedGaps: closed.filter(({ closedBy, changedAt }) => closedBy !== null && changedAt >= week).length,
  };
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** How it goes: today, how chats ended, when visitors ask, what agents do not know, and what it costs. */
export function Figures({ home, now }: { home: HomeData; now: Date }): JSX.Element {
  const hours = readHours(home.hours.items, now);
  return (
    <div class="home-figures">
      <TodayChart hours={hours} now={now} />
      <OutcomeBar days={home.days.items} />
      <BusyHours hours={hours} />
      <div class="home-stack">
        <GapBars gaps={home.gaps} closed={home.closedGaps} />
        <MonthCost month={home.month} />
      </div>
    </div>
  );
}

/** Greets whoever is signed in, by the time of day. */
function Greeting({ now }: { now: Date }): JSX.Element {
  const { words, me } = useConsole();
  const hour = now.getHours();
  const part = hour < 5 || hour >= 18 ? "evening" : hour < 12 ? "morning" : "day";
  const name = me.value?.displayName ?? "";
  return <h2 class="greeting">{words.home.greeting(part, showHidden(name))}</h2>;
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
  const from = home.days.items.at(-7)?.at.slice(0, 10);
  if (home.waiting.length + home.addresses.length + home.unanswered.length + home.thumbsDown.length === 0)
    return <EmptyState sign="check" title={text.nothingTitle} text={text.nothingText} />;
  return (
    <>
      <Group title={text.waiting} chats={home.waiting.slice(0, maxChats)} all={hrefOf("inbox")} />
      <Group
        title={text.addresses}
        chats={home.addresses.slice(0, maxChats)}
        all={hrefOf("inbox", { holder: "address" })}
      />
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
