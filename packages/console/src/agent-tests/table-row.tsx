import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import type { AgentTestResult, TestFlip } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { languageName } from "../ui/format.ts";
import { icon } from "../ui/icon.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { faultText } from "./fault-text.ts";
import { MoreFields } from "./more-fields.tsx";
import { asLines, fromLines, TestCell } from "./test-cell.tsx";
import type { TestFields, TestRow } from "./test-fields.ts";
import { ResultBadge, TestedReplies } from "./test-row.tsx";

/** The result of a row: of the last run, or of the one that is running. */
export interface RowResult {
  readonly result: AgentTestResult | undefined;
  readonly flip: TestFlip;
  /** `waiting` for its turn; `outdated`: the row was changed since. */
  readonly state: "none" | "waiting" | "current" | "outdated";
}

/** What can be done with a row. */
export interface RowActions {
  readonly change: (changes: Partial<TestFields>) => void;
  readonly remove: () => void;
  readonly move: (by: -1 | 1, field: string) => void;
  readonly next: (field: string) => void;
}

/** A test in the table: what is asked and expected, edited in place, and its result. */
export function TableRow({
  row,
  index,
  count,
  result,
  actions,
  mayEdit,
  fileHref,
}: {
  row: TestRow;
  index: number;
  /** Of all rows. */
  count: number;
  result: RowResult;
  actions: RowActions;
  mayEdit: boolean;
  /** The address of the file's view. */
  fileHref: string;
}): JSX.Element {
  const { words } = useConsole();
  const text = words.agentTests;
  const number = index + 1;
  const [isOpen, setOpen] = useState(false);
  const moreId = useId();
  const cell = (field: "question" | "mustSay" | "mustCite", placeholder?: string) => (
    <TestCell
      id={`${index} ${field}`}
      label={{ column: text[field], name: text.cell(text[field], number) }}
      {...(placeholder !== undefined && { placeholder })}
      value={field === "question" ? row.question : asLines(row[field])}
      change={(typed) => {
        if (field !== "question") actions.change({ [field]: fromLines(typed) });
        else if (typed.trim() !== "") actions.change({ question: typed.trim() });
      }}
      keys={{ next: () => actions.next(field), move: (by) => actions.move(by, field) }}
      mayEdit={mayEdit}
    />
  );
  return (
    <li class="test-line" aria-label={text.rowName(number)}>
      <span class="test-number" aria-hidden="true">
        {number}
      </span>
      {row.said ? <Said said={row.said} /> : cell("question")}
      {cell("mustSay")}
      {cell("mustCite")}
      <div class="test-result">
        <Result {...result} />
      </div>
      <div class="test-tools">
        <button
          type="button"
          class="icon-button"
          aria-label={text.more(number)}
          title={text.more(number)}
          aria-expanded={isOpen}
          aria-controls={moreId}
          onClick={() => setOpen(!isOpen)}
        >
          {icon("chevron", 16)}
        </button>
        {mayEdit && (
          <button
            type="button"
            class="icon-button"
            aria-label={text.remove(number)}
            title={text.remove(number)}
            onClick={actions.remove}
          >
            {icon("trash", 16)}
          </button>
        )}
      </div>
      <div class="test-below">
        <AlsoExpected row={row} />
        <Reasons {...result} />
        <div id={moreId} hidden={!isOpen}>
          {isOpen && (
            <MoreFields
              row={row}
              index={index}
              count={count}
              actions={actions}
              mayEdit={mayEdit}
              fileHref={fileHref}
            />
          )}
        </div>
      </div>
    </li>
  );
}

function Said({ said }: { said: readonly string[] }): JSX.Element {
  const text = useConsole().words.agentTests;
  return (
    <div class="test-said">
      <span class="test-kind">{text.conversation}</span>
      <ol>
        {said.map((each, at) => (
          <li key={at} dir="auto">
            {showHidden(each)}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What the columns do not show, in short. */
function AlsoExpected({ row }: { row: TestRow }): JSX.Element | null {
  const { words } = useConsole();
  const text = words.agentTests;
  const parts = [
    ...(row.answers === false ? [text.declines] : []),
    ...row.mustNotSay.map((wording) => `${text.mustNotSay}: ${wording}`),
    ...(row.language === "" ? [] : [languageName(row.language, words.lang)]),
    ...(row.others === "" || row.said ? [] : [text.moreInFile]),
  ];
  if (parts.length === 0) return null;
  return (
    <p class="test-also">
      {parts.map((part, at) => (
        <span key={at} class="badge" dir="auto">
          {showHidden(part)}
        </span>
      ))}
    </p>
  );
}

function Result({ result, flip, state }: RowResult): JSX.Element {
  const text = useConsole().words.agentTests;
  if (state === "waiting") return <span class="badge">{text.waiting}</span>;
  if (state === "none" || !result) return <span class="badge">{text.notRun}</span>;
  if (state === "outdated") return <span class="badge">{text.changedSince}</span>;
  return <ResultBadge flip={flip} passed={result.passed} />;
}

/** Why a test failed, and the answer to read. */
function Reasons({ result, state }: RowResult): JSX.Element | null {
  const { words } = useConsole();
  if (!result || state !== "current") return null;
  return (
    <>
      {result.faults.length > 0 && (
        <ul class="faults" role="list">
          {result.faults.map((fault) => (
            <li key={fault}>
              {icon("alert", 15)}
              <span dir="auto">{showHidden(faultText(fault, words))}</span>
            </li>
          ))}
        </ul>
      )}
      <details class="test-answer">
        <summary>{words.agentTests.readAnswer}</summary>
        <TestedReplies result={result} />
      </details>
    </>
  );
}
