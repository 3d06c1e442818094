import type { JSX } from "preact";
import type { AgentTestResult } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { ForeignText } from "../ui/foreign-text.tsx";
import { showHidden } from "../ui/show-hidden.ts";

/** What was said in a turn of a test, and what the agent did. */
export function TestedConversation({ reply }: { reply: AgentTestResult["replies"][number] }): JSX.Element {
  const text = useConsole().words.agentTests;
  const { said, text: answer, asks, calls, confirms, sends, handsOver } = reply;
  const use = ({ tool, input }: { tool: string; input?: unknown }) =>
    `${tool}${input === undefined ? "" : ` ${JSON.stringify(input)}`}`;
  const deeds: readonly (readonly [string, string])[] = [
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
      {deeds.length > 0 && (
        <dl class="tested-deeds">
          {deeds.map(([name, value], index) => (
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
