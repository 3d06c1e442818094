import type { JSX } from "preact";
import type { AgentItem, Page as ListPage } from "@servicechat/contract/admin";
import { useConsole, useMay } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import type { RouteProps } from "../app/pages.tsx";
import { icon } from "../ui/icon.tsx";
import { EmptyState, Loaded, Page } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { usePages } from "../ui/use-resource.ts";
import { AgentPage } from "./agent-page.tsx";
import { NewAgentPage } from "./new/new-agent-page.tsx";

/** The agents, one of them, or the guide to a new one. */
export function page({ rest }: RouteProps): JSX.Element {
  const [id, tab, section = ""] = rest;
  // An agent may be called "new": its address goes on.
  if (id === "new" && tab === undefined) return <NewAgentPage />;
  return id ? <AgentPage key={id} id={id} tab={tab ?? "file"} section={section} /> : <AgentsPage />;
}

/** All agents. */
export function AgentsPage(): JSX.Element {
  const { api, words } = useConsole();
  const text = words.agents;
  const mayEdit = useMay("editor");
  const list = usePages<AgentItem>("agents", (page, signal) =>
    api.get<ListPage<AgentItem>>("agents", { ...page }, signal),
  );
  const create = mayEdit && (
    <a class="button primary" href={hrefOf("agents/new")}>
      {icon("plus", 16)}
      {text.create}
    </a>
  );
  return (
    <Page title={text.title} actions={create}>
      <Loaded resource={list}>
        {(agents) =>
          agents.length === 0 ? (
            <EmptyState sign="agents" title={text.emptyTitle} text={text.emptyText} action={create} />
          ) : (
            <ul class="rows" role="list">
              {agents.map(({ id, name, version, keys, updatedAt }) => (
                <li key={id}>
                  <a class="row" href={hrefOf(`agents/${encodeURIComponent(id)}/file`)}>
                    <span class="entry-sign">{icon("agents", 16)}</span>
                    <span class="row-main">
                      <span class="row-title">{showHidden(name)}</span>
                      <span class="row-detail">
                        {text.version(version)} · {text.keys(keys)} · {text.updated} <Time at={updatedAt} />
                      </span>
                    </span>
                    {icon("forward", 16)}
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}
