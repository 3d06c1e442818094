import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { MonthCost, RepliesReport, UsageReport } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { money } from "../ui/format.ts";
import { Loaded } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Tile, Tiles } from "../ui/tiles.tsx";
import { count } from "../ui/time.tsx";
import { useResource } from "../ui/use-resource.ts";
import { Chart } from "./chart.tsx";
import { PricesDialog } from "./prices-dialog.tsx";

/** Costs: the current month beside its budget, and the selected period by model, agent and key. */
export function CostSection({
  usage,
  agent,
  changed,
}: {
  usage: UsageReport;
  /** The selected agent; empty for all. */
  agent: string;
  /** Called after prices have changed. */
  changed: () => void;
}): JSX.Element {
  const { api, words, me } = useConsole();
  const text = words.usage.costs;
  const [isOpen, setOpen] = useState(false);
  const { currency, total, unpricedModels } = usage;
  const month = useResource(currency ?? "", async (signal) => {
    const of = await api.get<MonthCost>("usage/month", {}, signal);
    const days = await api.get<UsageReport>("usage", { from: of.from, by: "day" }, signal);
    return { of, days };
  });

  return (
    <section class="section">
      <div class="section-head">
        <h2>{text.title}</h2>
        {me.value?.role === "owner" && (
          <button type="button" class="button" onClick={() => setOpen(true)}>
            {text.prices}
          </button>
        )}
      </div>
      {currency === null ? (
        <p class="section-text">{text.unknown}</p>
      ) : (
        <>
          {total.unpriced > 0 && (
            <p class="section-text">
              {text.unpriced(count(total.unpriced, words.lang), unpricedModels.map(showHidden).join(", "))}
            </p>
          )}
          <Loaded resource={month}>{({ of, days }) => <Month month={of} days={days} />}</Loaded>
          <CostTable usage={usage} agent={agent} />
        </>
      )}
      {isOpen && (
        <PricesDialog
          close={() => setOpen(false)}
          changed={() => {
            month.reload();
            changed();
          }}
        />
      )}
    </section>
  );
}

const day = 86_400_000;

/** The current month: its cost day by day, and the forecast, beside the budget. */
function Month({ month, days }: { month: MonthCost; days: UsageReport }): JSX.Element {
  const { words } = useConsole();
  const text = words.usage.costs;
  const { cost, forecast, budget, currency } = month;
  const format = (value: number | null): string =>
    value === null ? text.notKnown : money(value, currency, words.lang);
  const times = timesOf(month);
  const costs = new Map(days.items.map((item) => [item.at, item.cost ?? 0]));
  const spent = addedUp(times.map((at) => costs.get(at)));
  const today = spent.findLastIndex((value) => value !== null);
  const left = times.length - 1 - today;
  const sofar = spent[today] ?? 0;
  const ahead = times.map((_, at) =>
    forecast === null || at < today ? null : sofar + ((forecast - sofar) * (at - today)) / Math.max(1, left),
  );
  return (
    <>
      <Tiles>
        <Tile name={text.thisMonth} value={format(cost)} />
        <Tile name={text.forecast} value={forecast === null ? text.tooEarly : format(forecast)} />
        <Tile name={text.budget} value={budget === null ? text.noBudget : format(budget)} />
      </Tiles>
      <div class="charts">
        <Chart
          title={text.monthSoFar}
          kind="lines"
          isMoney
          times={times}
          by="day"
          format={format}
          series={[
            { name: text.spent, values: spent },
            ...(forecast === null ? [] : [{ name: text.forecast, values: ahead }]),
            ...(budget === null ? [] : [{ name: text.budget, values: times.map(() => budget) }]),
          ]}
        />
      </div>
    </>
  );
}

/** The starts of all days of a month, in the API's format. */
function timesOf({ from, to }: MonthCost): readonly string[] {
  const [first, end] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: Math.round((end - first) / day) }, (_, at) =>
    new Date(first + at * day).toISOString(),
  );
}

/** The running total up to each day; nothing for future days. */
function addedUp(costs: readonly (number | undefined)[]): readonly (number | null)[] {
  let sum = 0;
  return costs.map((cost) => {
    if (cost === undefined) return null;
    sum += cost;
    return sum;
  });
}

const groups = ["model", "agent", "key", "day"] as const;
type Group = (typeof groups)[number];

/** The cost of answers in the selected period, by model, agent, key or day. */
function CostTable({ usage, agent }: { usage: UsageReport; agent: string }): JSX.Element {
  const { api, words } = useConsole();
  const text = words.usage.costs;
  const [by, setBy] = useState<Group>("model");
  const { from, to } = usage;
  const report = useResource(`${by} ${from} ${to} ${agent}`, (signal) =>
    api.get<RepliesReport>("usage/replies", { by, from, to, agent }, signal),
  );
  const number = (value: number): string => count(value, words.lang);
  const format = (value: number | null): string =>
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
                    <td>{format(item.cost)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{words.usage.total}</th>
                  <td>{number(total.replies)}</td>
                  <td>{number(total.inputTokens)}</td>
                  <td>{number(total.outputTokens)}</td>
                  <td>{format(total.cost)}</td>
                </tr>
              </tfoot>
            </table>
          </div>
        )}
      </Loaded>
    </>
  );
}
