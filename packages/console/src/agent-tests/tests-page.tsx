import type { JSX } from "preact";
import type { AgentItem, Page as ListPage } from "@servicechat/contract/admin";
import { useConsole, useMay } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import type { RouteProps } from "../app/pages.tsx";
import { icon } from "../ui/icon.tsx";
import { EmptyState, Loaded, Page } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { usePages } from "../ui/use-resource.ts";
import { AgentTestsPage } from "./agent-tests-page.tsx";

/** The tests of an agent, or the agents to choose from. */
export function page({ rest }: RouteProps): JSX.Element {
  const [id, tab = "table"] = rest;
  return id ? <AgentTestsPage key={id} id={id} tab={tab} /> : <ChooseAgent />;
}

function ChooseAgent(): JSX.Element {
  const { api, words } = useConsole();
  const mayEdit = useMay("editor");
  const list = usePages<AgentItem>("agents", (request, signal) =>
    api.get<ListPage<AgentItem>>("agents", { ...request }, signal),
  );
  return (
    <Page title={words.agentTests.title}>
      <Loaded resource={list}>
        {(agents) =>
          agents.length === 0 ? (
            <EmptyState
              sign="tests"
              title={words.agentTests.noAgentTitle}
              text={words.agentTests.noAgentText}
              action={
                mayEdit && (
                  <a class="button primary" href={hrefOf("agents/new")}>
                    {icon("plus", 16)}
                    {words.agents.create}
                  </a>
                )
              }
            />
          ) : (
            <ul class="rows" role="list">
              {agents.map(({ id, name, version }) => (
                <li key={id}>
                  <a class="row" href={hrefOf(`tests/${encodeURIComponent(id)}`)}>
                    <span class="entry-sign">{icon("tests", 16)}</span>
                    <span class="row-main">
                      <span class="row-title">{showHidden(name)}</span>
                      <span class="row-detail">{words.agents.version(version)}</span>
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
