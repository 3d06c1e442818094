import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { AgentTestResult } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { EmptyState } from "../ui/page.tsx";
import { icon } from "../ui/icon.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { NewRow } from "./new-row.tsx";
import { SuggestedRows, type Suggestions } from "./suggested-rows.tsx";
import { TableRow, type RowActions, type RowResult } from "./table-row.tsx";
import type { TestFields, TestRow, TestsTable } from "./test-fields.ts";
import type { TestsDraft } from "./use-tests-draft.ts";

/** The functions that change a file of tests; they load later, with the reader of YAML. */
export type TableTools = typeof import("./tests-table.ts");

/** The tests of an agent as a table of questions and what their answers must say or cite. */
export function TableTab({
  agent,
  draft,
  table,
  tools,
  resultOf,
  suggestions,
  mayEdit,
  fileHref,
}: {
  agent: string;
  draft: TestsDraft;
  /** `undefined`: the file cannot be read as one. */
  table: TestsTable | undefined;
  tools: TableTools;
  resultOf: (row: TestRow) => RowResult;
  suggestions: Suggestions;
  mayEdit: boolean;
  fileHref: string;
}): JSX.Element {
  const { words } = useConsole();
  const text = words.agentTests;
  const wanted = useRef<string>(undefined);
  const undo = useRef<HTMLButtonElement>(null);
  const [removed, setRemoved] = useState<{ before: string; after: string; name: string }>();
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    document.querySelector<HTMLElement>(`[data-cell="${wanted.current}"]`)?.focus();
    wanted.current = undefined;
  });
  if (!table)
    return (
      <EmptyState
        sign="alert"
        title={text.notATable}
        action={
          <a class="button" href={fileHref}>
            {text.openFile}
          </a>
        }
      />
    );
  const { rows } = table;
  const add = (test: Partial<TestFields>): void => draft.edit((file) => tools.addTest(file, agent, test));

  const actionsOf = (row: TestRow, index: number): RowActions => ({
    change: (changes) => draft.edit((file) => tools.changeTest(file, index, changes)),
    remove: () =>
      draft.edit((before) => {
        const after = tools.removeTest(before, index);
        setRemoved({ before, after, name: row.name });
        requestAnimationFrame(() => undo.current?.focus());
        return after;
      }),
    move: (by, field) => {
      const to = index + by;
      if (to < 0 || to >= rows.length) return;
      wanted.current = `${to} ${field}`;
      draft.edit((file) => tools.moveTest(file, index, to));
    },
    next: (field) => {
      const next = index + 1 < rows.length ? `${index + 1} ${field}` : "new question";
      const found = document.querySelector<HTMLElement>(`[data-cell="${next}"]`);
      // A conversation has no field for its question.
      (found ?? document.querySelector<HTMLElement>(`[data-cell="${index + 1} mustSay"]`))?.focus();
    },
  });

  return (
    <>
      {removed && removed.after === draft.file && (
        <div class="notice" role="status">
          <span>{text.removed(showHidden(removed.name))}</span>
          <button
            ref={undo}
            type="button"
            class="button small"
            onClick={() => {
              wanted.current = "new question";
              draft.edit(() => removed.before);
            }}
          >
            {text.undo}
          </button>
        </div>
      )}
      {rows.length === 0 && (
        <div class="test-welcome">
          <h2>{text.emptyTitle}</h2>
          <p>{text.emptyText}</p>
        </div>
      )}
      <div class="test-table">
        <div class="test-line head" aria-hidden="true">
          <span />
          <span>{text.question}</span>
          <span>{text.mustSay}</span>
          <span>{text.mustCite}</span>
          <span>{text.result}</span>
        </div>
        <ol class="test-lines" role="list">
          {rows.map((row, index) => (
            <TableRow
              key={index}
              row={row}
              index={index}
              count={rows.length}
              result={resultOf(row)}
              actions={actionsOf(row, index)}
              mayEdit={mayEdit}
              fileHref={fileHref}
            />
          ))}
        </ol>
        {mayEdit && <NewRow add={add} />}
      </div>
      {mayEdit && <SuggestedRows suggestions={suggestions} accept={add} />}
      {mayEdit && <p class="hint test-keys">{text.keys}</p>}
    </>
  );
}

/** The results by the names of their tests. */
export const byName = (
  results: readonly AgentTestResult[] | undefined,
): ReadonlyMap<string, AgentTestResult> => new Map(results?.map((result) => [result.name, result]));

/** The buttons that make tests of something that is there already. */
export function TestSources({
  isSuggesting,
  suggest,
  choose,
}: {
  isSuggesting: boolean;
  suggest: () => void;
  choose: (from: "chat" | "gap") => void;
}): JSX.Element {
  const text = useConsole().words.agentTests;
  return (
    <p class="test-sources">
      <button type="button" class="button small" onClick={() => choose("chat")}>
        {icon("chats", 15)}
        {text.fromChat}
      </button>
      <button type="button" class="button small" onClick={() => choose("gap")}>
        {icon("gaps", 15)}
        {text.fromGap}
      </button>
      <button type="button" class="button small" disabled={isSuggesting} onClick={suggest}>
        {icon("plus", 15)}
        {isSuggesting ? text.suggesting : text.suggest}
      </button>
    </p>
  );
}
