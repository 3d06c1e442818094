import type { JSX } from "preact";
import type { AgentTestResult, ComparedTest, TestFlip } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { ForeignText } from "../ui/foreign-text.tsx";
import { icon } from "../ui/icon.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { faultText } from "./fault-text.ts";

/** One test: whether it passes, which expectations fail, and what was said before and now. */
export function TestRow({
  test: { name, flip, before, after },
  isCompared,
}: {
  test: ComparedTest<AgentTestResult>;
  isCompared: boolean;
}): JSX.Element {
  const text = useConsole().words.agentTests;
  const isFlip = isCompared && flip !== "same";
  return (
    <li>
      <details class="version test" open={isFlip && flip !== "new"}>
        <summary class="row">
          {icon("chevron", 15)}
          <span class="row-main">
            <span class="row-title">
              <ResultBadge flip={isFlip ? flip : "same"} passed={after.passed} />
              {showHidden(name)}
            </span>
            {after.runs > 1 && <span class="row-detail">{text.runs(after.passes, after.runs)}</span>}
          </span>
        </summary>
        <div class={before && isFlip ? "test-sides two" : "test-sides"}>
          {before && isFlip && (
            <section>
              <h2>{text.before}</h2>
              <Side result={before} />
            </section>
          )}
          <section>
            {before && isFlip && <h2>{text.now}</h2>}
            <Side result={after} />
          </section>
        </div>
      </details>
    </li>
  );
}

/** Whether a test passes, and whether that is new. */
export function ResultBadge({ flip, passed }: { flip: TestFlip; passed: boolean }): JSX.Element {
  const text = useConsole().words.agentTests;
  const label = flip === "same" ? (passed ? text.passed : text.failed) : text[flip];
  return (
    <span class={passed ? "badge good" : "badge bad"}>
      {label}
      {flip === "new" && ` · ${passed ? text.passed : text.failed}`}
    </span>
  );
}

function Side({ result }: { result: AgentTestResult }): JSX.Element {
  const { words } = useConsole();
  const { faults } = result;
  return (
    <>
      {faults.length > 0 && (
        <ul class="faults" role="list">
          {faults.map((fault) => (
            <li key={fault}>
              {icon("alert", 15)}
              <span dir="auto">{showHidden(faultText(fault, words))}</span>
            </li>
          ))}
        </ul>
      )}
      <TestedReplies result={result} />
    </>
  );
}

/** What was said in a test, and what the agent's own model doubts about it. */
export function TestedReplies({ result: { doubts, replies } }: { result: AgentTestResult }): JSX.Element {
  const text = useConsole().words.agentTests;
  return (
    <>
      {doubts.map((doubt) => (
        <p key={doubt} class="notice warn">
          {text.inDoubt}: {showHidden(doubt)}
        </p>
      ))}
      {replies.map((reply, index) => (
        <TestedConversation key={index} reply={reply} />
      ))}
    </>
  );
}

/** What was said in a turn of a test, and what the agent did. */
function TestedConversation({ reply }: { reply: AgentTestResult["replies"][number] }): JSX.Element {
  const text = useConsole().words.agentTests;
  const { said, text: answer, asks, calls, confirms, sends, handsOver } = reply;
  const use = ({ tool, input }: { tool: string; input?: unknown }) =>
    `${tool}${input === undefined ? "" : ` ${JSON.stringify(input)}`}`;
  const actions: readonly (readonly [string, string])[] = [
    ...calls.map((call) => [text.called, use(call)] as const),
    ...(confirms ? [[text.confirms, use(confirms)] as const] : []),
    ...sends.map(
      ({ method, url, body }) =>
        [text.sent, `${method} ${url}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`] as const,
    ),
    ...(handsOver === null ? [] : [[text.handsOver, handsOver] as const]),
    ...(asks === "" ? [] : [[text.asks, asks] as const]),
  ];
  return (
    <div class="tested">
      <p class="tested-visitor">
        <span class="unseen">{text.visitor}: </span>
        {showHidden(said)}
      </p>
      {answer !== "" && (
        <div class="tested-answer">
          <ForeignText text={answer} />
        </div>
      )}
      {actions.length > 0 && (
        <dl class="tested-deeds">
          {actions.map(([name, value], index) => (
            <div key={index}>
              <dt>{name}</dt>
              <dd>
                <code>{showHidden(value)}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
