import type { JSX } from "preact";
import { unsolvedGapStates, type Gap, type Page as ListPage } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import type { RouteProps } from "../app/pages.tsx";
import { Marks } from "../chats/marks.tsx";
import { useAgentNames } from "../inbox/agent-names.ts";
import { icon } from "../ui/icon.tsx";
import { EmptyState, Loaded, LoadMore, Page } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { usePages } from "../ui/use-resource.ts";
import { GapPage, GapState } from "./gap-page.tsx";

/** Questions that the agents could not answer, or one of them. */
export function page({ rest }: RouteProps): JSX.Element {
  const [id] = rest;
  return id ? <GapPage key={id} id={id} /> : <GapsPage />;
}

function GapsPage(): JSX.Element {
  const { api, words, navigation } = useConsole();
  const text = words.gaps;
  const { query } = navigation.location.value;
  const isAll = query.has("all");
  const agent = query.get("agent");
  const names = useAgentNames();
  const list = usePages<Gap>(`${isAll} ${agent}`, (page, signal) => {
    const filter = { ...(agent !== null && { agent }), ...(!isAll && { state: [...unsolvedGapStates] }) };
    return api.get<ListPage<Gap>>("gaps", { ...filter, ...page }, signal);
  });

  return (
    <Page
      title={text.title}
      bar={
        <nav class="tabs" aria-label={text.shown}>
          <a href={hrefOf("gaps")} aria-current={isAll ? undefined : "page"}>
            {text.unsolved}
          </a>
          <a href={hrefOf("gaps", { all: "1" })} aria-current={isAll ? "page" : undefined}>
            {text.all}
          </a>
        </nav>
      }
    >
      <Loaded resource={list}>
        {(gaps) =>
          gaps.length === 0 ? (
            <EmptyState
              sign="check"
              title={isAll ? text.emptyTitle : text.nothingToDo}
              text={text.emptyText}
              action={
                !isAll && (
                  <a class="button" href={hrefOf("gaps", { all: "1" })}>
                    {text.showAll}
                  </a>
                )
              }
            />
          ) : (
            <>
              <ul class="rows" role="list">
                {gaps.map((gap) => (
                  <GapRow
                    key={gap.id}
                    gap={gap}
                    agent={names.get(gap.agent) ?? gap.agent}
                    most={most(gaps)}
                  />
                ))}
              </ul>
              <LoadMore list={list} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

/**
 * @param agent its name
 * @param most the chats of the gap that most chats ran into
 */
function GapRow({ gap, agent, most }: { gap: Gap; agent: string; most: number }): JSX.Element {
  const { words } = useConsole();
  return (
    <li>
      <a class="row" href={hrefOf(`gaps/${encodeURIComponent(gap.id)}`)}>
        <span class="row-main">
          <span class="row-title">{showHidden(gap.question)}</span>
          <span class="row-detail">
            {words.gaps.chats(gap.chats)} · <Time at={gap.lastAt} /> · {showHidden(agent)}
          </span>
          <Marks marks={gap.marks} />
        </span>
        <GapState state={gap.state} />
        <span class="gap-bar" aria-hidden="true" style={{ "--share": String(gap.chats / most) }} />
        {icon("forward", 16)}
      </a>
    </li>
  );
}

const most = (gaps: readonly Gap[]): number => Math.max(1, ...gaps.map(({ chats }) => chats));
