import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { MonthCost, UsageReport } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { money } from "../ui/money.ts";
import { Loaded } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { count } from "../ui/time.tsx";
import { Tile, Tiles } from "../ui/tiles.tsx";
import { useResource } from "../ui/use-resource.ts";
import { Chart } from "./chart.tsx";
import { CostTable } from "./cost-table.tsx";
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
  const say = (value: number | null): string =>
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
        <Tile name={text.thisMonth} value={say(cost)} />
        <Tile name={text.forecast} value={forecast === null ? text.tooEarly : say(forecast)} />
        <Tile name={text.budget} value={budget === null ? text.noBudget : say(budget)} />
      </Tiles>
      <div class="charts">
        <Chart
          title={text.monthSoFar}
          kind="lines"
          isMoney
          times={times}
          by="day"
          say={say}
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
