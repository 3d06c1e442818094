import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type {
  AgentTestRun,
  KeptAgentTests,
  ListedAgentTestRun,
  Page as ListPage,
} from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole, useMay } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { EmptyState, Loaded, Page, problemText } from "../ui/page.tsx";
import { useResource } from "../ui/use-resource.ts";
import { TestResults } from "./test-results.tsx";
import { TestsFile } from "./tests-file.tsx";

const tabs = ["results", "file"] as const;

/** The tests of an agent: their results, flips first, and the file that defines them. */
export function AgentTestsPage({ id, tab }: { id: string; tab: string }): JSX.Element {
  const { api, words, navigation } = useConsole();
  const text = words.agentTests;
  const path = `agents/${encodeURIComponent(id)}/tests`;
  const own = `tests/${encodeURIComponent(id)}`;
  const stored = useResource(path, (signal) => api.get<KeptAgentTests>(path, {}, signal));
  const runs = useResource(`${path} runs`, (signal) =>
    api.get<ListPage<ListedAgentTestRun>>(`${path}/runs`, { limit: 50 }, signal),
  );
  const hasTests = typeof stored.value?.file === "string";
  const run = useMay("editor") && hasTests && (
    <RunButton
      path={path}
      ran={() => {
        runs.reload();
        navigation.go(hrefOf(own), "replace");
      }}
    />
  );
  return (
    <Page
      title={text.titleOf(id)}
      wide
      back={{ href: hrefOf("tests"), label: text.title }}
      command="servicechat agent test FILE --keep"
      actions={run}
      bar={
        <nav class="tabs" aria-label={text.title}>
          {tabs.map((name) => (
            <a key={name} href={hrefOf(`${own}/${name}`)} aria-current={name === tab ? "page" : undefined}>
              {text[name]}
            </a>
          ))}
        </nav>
      }
    >
      {tab === "file" ? (
        <Loaded resource={stored}>
          {(tests) => <TestsFile path={path} tests={tests} saved={stored.reload} />}
        </Loaded>
      ) : (
        <Loaded resource={runs}>
          {({ items }) =>
            items.length > 0 ? (
              <TestResults path={path} runs={items} />
            ) : (
              <EmptyState
                sign="tests"
                title={hasTests ? text.notRunTitle : text.emptyTitle}
                text={hasTests ? text.notRunText : text.emptyText}
                action={
                  <a class="button" href={hrefOf(`${own}/file`)}>
                    {text.write}
                  </a>
                }
              />
            )
          }
        </Loaded>
      )}
    </Page>
  );
}

function RunButton({ path, ran }: { path: string; ran: () => void }): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.agentTests;
  const [isRunning, setRunning] = useState(false);
  return (
    <button
      type="button"
      class="button primary"
      disabled={isRunning}
      onClick={() => {
        setRunning(true);
        api
          .send<AgentTestRun>("POST", `${path}/run`, { body: { keep: true } })
          .then(({ results }) => {
            toast.value = text.ran(results.filter(({ passed }) => passed).length, results.length);
            ran();
          })
          .catch((thrown: unknown) => {
            toast.value = problemText(asProblem(thrown), words);
          })
          .finally(() => setRunning(false));
      }}
    >
      {isRunning ? text.running : text.run}
    </button>
  );
}
