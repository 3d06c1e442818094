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
  const { items, by } = usage;
  const format = (value: number): string => count(value, words.lang);
  const common = { times: items.map(({ at }) => at), by, format };
  return (
    <div class="charts">
      <Chart
        {...common}
        title={text.chats}
        kind="bars"
        series={[{ name: text.chats, values: items.map(({ chats }) => chats) }]}
      />
      <Chart
        {...common}
        title={text.messages}
        kind="bars"
        series={[
          { name: text.visitor, values: items.map(({ messages }) => messages.visitor) },
          { name: text.byAgent, values: items.map(({ messages }) => messages.agent) },
          { name: text.byPerson, values: items.map(({ messages }) => messages.person) },
        ]}
      />
      <Chart
        {...common}
        title={text.outcomes}
        kind="lines"
        series={outcomes
          .filter((outcome) => usage.total.outcomes[outcome] > 0)
          .map((outcome) => ({
            name: words.vocabulary.outcomes[outcome],
            values: items.map((item) => item.outcomes[outcome]),
          }))}
      />
      <Chart
        {...common}
        title={text.firstText}
        kind="lines"
        format={(value) => duration(value, words.lang)}
        series={[
          { name: text.median, values: items.map(({ firstText }) => firstText.p50) },
          { name: text.slowest, values: items.map(({ firstText }) => firstText.p95) },
        ]}
      />
      <Chart
        {...common}
        title={text.tokens}
        kind="bars"
        series={[
          { name: text.tokensIn, values: items.map(({ tokens }) => tokens.in) },
          { name: text.tokensOut, values: items.map(({ tokens }) => tokens.out) },
        ]}
      />
      {usage.currency !== null && (
        <Chart
          {...common}
          title={text.cost}
          kind="bars"
          isMoney
          format={(value) => money(value, usage.currency, words.lang)}
          series={[{ name: text.cost, values: items.map(({ cost }) => cost) }]}
        />
      )}
    </div>
  );
}
