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
import { useLiveReload } from "../chats/use-live-reload.ts";
import { Loaded, Page } from "../ui/page.tsx";
import { useResource } from "../ui/use-resource.ts";
import { NeedsPerson } from "./needs-person.tsx";
import { RefusedSites } from "./refused-sites.tsx";
import { SetUpSteps } from "./set-up-steps.tsx";
import { WeekFigures } from "./week-figures.tsx";

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
const keysAsked = 8;
/** How many chats of each kind the page shows. */
const shown = 5;

/** What to do next in a new installation; later, what needs a person. */
export function page(): JSX.Element {
  const { api, words } = useConsole();
  const mayEdit = useMay("editor");
  const data = useResource(`home ${mayEdit}`, (signal) => readHome(api, mayEdit, signal));
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
    (await api.get<ListPage<Chat>>("chats", { limit: shown, ...filter }, signal)).items;
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
    working.slice(0, keysAsked).map(async (key) => {
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
