import type { JSX } from "preact";
import { outcomes, type UsageReport } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { money } from "../ui/format.ts";
import { count, duration } from "../ui/time.tsx";
import { Chart } from "./chart.tsx";

/** The figures of a report over time. */
export function UsageCharts({ usage }: { usage: UsageReport }): JSX.Element {
  const { words } = useConsole();
  const text = words.usage;
  const { by } = usage;
  const items = fromFirstUse(usage.items);
  const format = (value: number): string => count(value, words.lang);
  const common = { times: items.map(({ at }) => at), by, format };
  return (
    <div class="charts">
      <Chart
        {...common}
        title={text.questions.chats}
        kind="bars"
        series={[{ name: text.chats, values: items.map(({ chats }) => chats) }]}
      />
      <Chart
        {...common}
        title={text.questions.messages}
        kind="bars"
        series={[
          { name: text.visitor, values: items.map(({ messages }) => messages.visitor) },
          { name: text.byAgent, values: items.map(({ messages }) => messages.agent) },
          { name: text.byPerson, values: items.map(({ messages }) => messages.person) },
        ]}
      />
      <Chart
        {...common}
        title={text.questions.outcomes}
        kind="bars"
        series={outcomes
          .filter((outcome) => usage.total.outcomes[outcome] > 0)
          .map((outcome) => ({
            name: words.vocabulary.outcomes[outcome],
            color: `--outcome-${outcome}`,
            values: items.map((item) => item.outcomes[outcome]),
          }))}
      />
      <Chart
        {...common}
        title={text.questions.firstText}
        kind="lines"
        format={(value) => duration(value, words.lang)}
        series={[
          { name: text.median, values: items.map(({ firstText }) => firstText.p50) },
          { name: text.slowest, values: items.map(({ firstText }) => firstText.p95) },
        ]}
      />
      <Chart
        {...common}
        title={text.questions.tokens}
        kind="bars"
        series={[
          { name: text.tokensIn, values: items.map(({ tokens }) => tokens.in) },
          { name: text.tokensOut, values: items.map(({ tokens }) => tokens.out) },
        ]}
      />
      {usage.currency !== null && (
        <Chart
          {...common}
          title={text.questions.cost}
          kind="bars"
          isMoney
          format={(value) => money(value, usage.currency, words.lang)}
          series={[{ name: text.cost, values: items.map(({ cost }) => cost) }]}
        />
      )}
    </div>
  );
}

/** Fewer periods than this say too little about when something happened. */
const minPeriods = 7;

/** Without the empty periods before the first use, so that a new installation's chart is not a bar at its end. */
function fromFirstUse(items: UsageReport["items"]): UsageReport["items"] {
  const first = items.findIndex(({ chats, messages }) => chats + messages.visitor + messages.agent > 0);
  return items.slice(Math.max(0, Math.min(first, items.length - minPeriods)));
}
