import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { RepliesReport, UsageReport } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { money } from "../ui/money.ts";
import { Loaded } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { count } from "../ui/time.tsx";
import { useResource } from "../ui/use-resource.ts";

const groups = ["model", "agent", "key", "day"] as const;
type Group = (typeof groups)[number];

/** The cost of answers in the selected period, by model, agent, key or day. */
export function CostTable({ usage, agent }: { usage: UsageReport; agent: string }): JSX.Element {
  const { api, words } = useConsole();
  const text = words.usage.costs;
  const [by, setBy] = useState<Group>("model");
  const { from, to } = usage;
  const report = useResource(`${by} ${from} ${to} ${agent}`, (signal) =>
    api.get<RepliesReport>("usage/replies", { by, from, to, agent }, signal),
  );
  const number = (value: number): string => count(value, words.lang);
  const say = (value: number | null): string =>
    value === null ? text.notKnown : money(value, usage.currency, words.lang);
  return (
    <>
      <div class="section-head">
        <h3>{text.costBy}</h3>
        <label class="filter active">
          <span class="unseen">{text.costBy}</span>
          <select value={by} onChange={({ currentTarget }) => setBy(currentTarget.value as Group)}>
            {groups.map((group) => (
              <option key={group} value={group}>
                {text.groups[group]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Loaded resource={report}>
        {({ items, total }) => (
          <div class="table-frame" tabIndex={0} role="region" aria-label={text.costBy}>
            <table class="figures">
              <thead>
                <tr>
                  <th scope="col">{text.groups[by]}</th>
                  <th scope="col">{words.usage.replies}</th>
                  <th scope="col">{text.tokensIn}</th>
                  <th scope="col">{text.tokensOut}</th>
                  <th scope="col">{words.usage.cost}</th>
                </tr>
              </thead>
              <tbody>
                {items.map((item) => (
                  <tr key={item.of}>
                    <th scope="row">{showHidden(by === "day" ? item.of.slice(0, 10) : item.of)}</th>
                    <td>{number(item.replies)}</td>
                    <td>{number(item.inputTokens)}</td>
                    <td>{number(item.outputTokens)}</td>
                    <td>{say(item.cost)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{words.usage.total}</th>
                  <td>{number(total.replies)}</td>
                  <td>{number(total.inputTokens)}</td>
                  <td>{number(total.outputTokens)}</td>
                  <td>{say(total.cost)}</td>
                </tr>
              </tfoot>
            </table>
          </div>
        )}
      </Loaded>
    </>
  );
}
