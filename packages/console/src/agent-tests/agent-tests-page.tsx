import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import {
  compareTestRuns,
  type KeptAgentTestRun,
  type KeptAgentTests,
  type ListedAgentTestRun,
  type Page as ListPage,
} from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole, useMay } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { FaultList } from "../ui/fault-list.tsx";
import { icon } from "../ui/icon.tsx";
import { EmptyState, Loaded, Page, problemText, SkeletonRows } from "../ui/page.tsx";
import { useResource } from "../ui/use-resource.ts";
import { ChooseSource, type ChosenSource } from "./choose-source.tsx";
import { fileFaultText } from "./fault-text.ts";
import { LastRun } from "./last-run.tsx";
import { useSuggestions } from "./suggested-rows.tsx";
import { byName, TableTab, TestSources, type TableTools } from "./table-tab.tsx";
import type { RowResult } from "./table-row.tsx";
import type { TestRow } from "./test-fields.ts";
import { TestResults } from "./test-results.tsx";
import { testOfChat, testOfGap } from "./test-sources.ts";
import { TestsFile } from "./tests-file.tsx";
import { useTestRun } from "./use-test-run.ts";
import { useTestsDraft } from "./use-tests-draft.ts";

const tabs = ["table", "results", "file"] as const;

/** The tests of an agent: a table of questions with their results, runs side by side, and the file beneath. */
export function AgentTestsPage({ id, tab }: { id: string; tab: string }): JSX.Element {
  const { api, words, navigation, toast } = useConsole();
  const text = words.agentTests;
  const path = `agents/${encodeURIComponent(id)}/tests`;
  const own = `tests/${encodeURIComponent(id)}`;
  const mayEdit = useMay("editor");
  const stored = useResource(path, (signal) => api.get<KeptAgentTests>(path, {}, signal));
  const runs = useResource(`${path} runs`, (signal) =>
    api.get<ListPage<ListedAgentTestRun>>(`${path}/runs`, { limit: 50 }, signal),
  );
  const draft = useTestsDraft(path, stored.value, stored.reload);
  const tools = useTableTools();
  const table = useMemo(() => tools?.readTests(draft.file), [tools, draft.file]);
  const rows = table?.rows ?? [];
  const tested = useRef<ReadonlyMap<string, string>>(new Map());
  const run = useTestRun(path, {
    prepare: async () => {
      tested.current = new Map(rows.map(({ name, source }) => [name, source]));
      return draft.save();
    },
    total: rows.length,
    ran: runs.reload,
  });
  const last = useLastRuns(path, runs.value?.items);
  const [newest] = runs.value?.items ?? [];
  // What the last run tested, if nobody has stored other tests since.
  const storedSources = useMemo(() => {
    const { file, changedAt } = stored.value ?? {};
    const isSame = newest !== undefined && typeof file === "string" && (changedAt ?? "") <= newest.at;
    return new Map(isSame ? tools?.readTests(file)?.rows.map(({ name, source }) => [name, source]) : []);
  }, [tools, stored.value, newest?.at]);
  const suggestions = useSuggestions(path);
  const [choosing, setChoosing] = useState<"chat" | "gap">();

  function addFrom(source: ChosenSource): void {
    const { signal } = new AbortController();
    const made = "gap" in source ? testOfGap(api, source.gap, signal) : testOfChat(api, source, signal);
    made
      .then((test) => {
        if (!test || !tools) return;
        draft.edit((file) => tools.addTest(file, id, test));
        toast.value = text.addedTest;
        requestAnimationFrame(() => {
          const cells = document.querySelectorAll<HTMLElement>(
            ".test-lines > li:last-child [data-cell$=mustSay]",
          );
          cells[0]?.focus();
        });
      })
      .catch((thrown: unknown) => {
        toast.value = problemText(asProblem(thrown), words);
      });
  }

  const { query } = navigation.location.value;
  const asked = mayEdit && tools && stored.value ? sourceIn(query) : undefined;
  useEffect(() => {
    if (!asked) return;
    // Otherwise a reload would add it again.
    navigation.go(hrefOf(navigation.location.value.path), "replace");
    addFrom(asked);
  }, [asked === undefined]);

  const resultOf = (row: TestRow): RowResult => {
    const live = run.results.get(row.name);
    if (run.isRunning && !live) return { result: undefined, flip: "same", state: "waiting" };
    const found = live ?? last.results.get(row.name);
    const source = tested.current.get(row.name) ?? storedSources.get(row.name);
    const isOutdated = source !== undefined && source !== row.source;
    return {
      result: found,
      flip: run.isRunning ? "same" : (last.flips.get(row.name) ?? "same"),
      state: !found ? "none" : isOutdated ? "outdated" : "current",
    };
  };

  return (
    <Page
      title={text.titleOf(id)}
      back={{ href: hrefOf("tests"), label: text.title }}
      actions={
        mayEdit &&
        (run.isRunning ? (
          <button type="button" class="button" onClick={run.stop}>
            {text.stop}
          </button>
        ) : (
          <button
            type="button"
            class="button primary"
            disabled={draft.file.trim() === "" || (table !== undefined && rows.length === 0)}
            onClick={run.begin}
          >
            {text.run}
          </button>
        ))
      }
      bar={
        <nav class="tabs" aria-label={text.title}>
          {tabs.map((name) => (
            <a
              key={name}
              href={hrefOf(name === "table" ? own : `${own}/${name}`)}
              aria-current={name === tab ? "page" : undefined}
            >
              {text[name]}
            </a>
          ))}
        </nav>
      }
    >
      {mayEdit && draft.isChanged && tab !== "results" && !run.isRunning && (
        <div class="notice apply-bar">
          {icon("alert", 16)}
          <span>
            {table && rows.length === 0 ? text.noRows : tab === "table" ? text.unsavedTable : text.unsaved}
          </span>
          <button type="button" class="button small" onClick={draft.discard}>
            {words.agents.discard}
          </button>
          <button
            type="button"
            class="button small primary"
            disabled={table !== undefined && rows.length === 0}
            onClick={() => {
              void draft.save().then((isSaved) => {
                if (isSaved) toast.value = text.saved;
              });
            }}
          >
            {words.common.save}
          </button>
        </div>
      )}
      {tab === "table" && draft.faults.length > 0 && (
        <FaultList
          faults={draft.faults.map(({ message }) => ({
            line: null,
            message: fileFaultText(message, words),
          }))}
        />
      )}
      {tab === "file" ? (
        <Loaded resource={stored}>{() => <TestsFile draft={draft} mayEdit={mayEdit} />}</Loaded>
      ) : tab === "results" ? (
        <Loaded resource={runs}>
          {({ items }) =>
            items.length > 0 ? (
              <TestResults path={path} runs={items} />
            ) : (
              <EmptyState sign="tests" title={text.notRunTitle} text={text.notRunText} />
            )
          }
        </Loaded>
      ) : (
        <Loaded resource={stored}>
          {() =>
            tools ? (
              <>
                <div class="test-top">
                  <LastRun
                    progress={
                      run.isRunning
                        ? text.testing(run.results.size, rows.length)
                        : newest || rows.length > 0
                          ? undefined
                          : ""
                    }
                    run={newest}
                    compareHref={last.hasTwo ? hrefOf(`${own}/results`) : undefined}
                  />
                  {mayEdit && table && (
                    <TestSources
                      isSuggesting={suggestions.isLoading}
                      suggest={() => suggestions.load(rows.map(({ question }) => question))}
                      choose={setChoosing}
                    />
                  )}
                </div>
                <TableTab
                  agent={id}
                  draft={draft}
                  table={table}
                  tools={tools}
                  resultOf={resultOf}
                  suggestions={suggestions}
                  mayEdit={mayEdit}
                  fileHref={hrefOf(`${own}/file`)}
                />
              </>
            ) : (
              <SkeletonRows />
            )
          }
        </Loaded>
      )}
      {choosing && (
        <ChooseSource
          from={choosing}
          agent={id}
          close={() => setChoosing(undefined)}
          choose={(source) => {
            setChoosing(undefined);
            addFrom(source);
          }}
        />
      )}
    </Page>
  );
}

/** What the address says that a test is to be made of. */
function sourceIn(query: URLSearchParams): ChosenSource | undefined {
  const chat = query.get("chat");
  const gap = query.get("gap");
  if (chat !== null) return { chat, message: query.get("message") };
  return gap === null ? undefined : { gap };
}

/** The reader of YAML is large: pages that need none do not load it. */
function useTableTools(): TableTools | undefined {
  const [tools, setTools] = useState<TableTools>();
  useEffect(() => {
    void import("./tests-table.ts").then((loaded) => setTools(() => loaded));
  }, []);
  return tools;
}

/** The results of the newest stored run, and how they differ from those of the run before. */
function useLastRuns(path: string, items: readonly ListedAgentTestRun[] | undefined) {
  const { api } = useConsole();
  const [newest, before] = items ?? [];
  const both = useResource(`${path} ${newest?.number} ${before?.number}`, async (signal) => {
    const read = (number: number | undefined) =>
      number === undefined ? undefined : api.get<KeptAgentTestRun>(`${path}/runs/${number}`, {}, signal);
    return { after: await read(newest?.number), before: await read(before?.number) };
  });
  const after = both.value?.after?.results ?? [];
  const compared = both.value?.before ? compareTestRuns(both.value.before.results, after) : [];
  return {
    results: byName(after),
    flips: new Map(compared.map(({ name, flip }) => [name, flip])),
    hasTwo: before !== undefined,
  };
}
