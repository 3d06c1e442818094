import type { JSX } from "preact";
import type { MonthCost as Month } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { money } from "../ui/format.ts";

/** What models have cost this month, against the budget if there is one; nothing without prices. */
export function MonthCost({ month }: { month: Month }): JSX.Element | null {
  const { words } = useConsole();
  const text = words.home;
  const { cost, budget, forecast, currency } = month;
  if (cost === null) return null;
  const format = (amount: number) => money(amount, currency, words.lang);
  const isOver = budget !== null && Math.max(cost, forecast ?? 0) > budget;
  return (
    <section class="card" aria-labelledby="home-cost">
      <div class="card-head">
        <h2 id="home-cost">{text.costTitle}</h2>
        <a href={hrefOf("usage")} aria-label={`${text.weekAction}: ${text.costTitle}`}>
          {text.weekAction}
        </a>
      </div>
      <p class="figure">
        <strong>{format(cost)}</strong>{" "}
        {budget !== null && <span class="muted">{text.ofBudget(format(budget))}</span>}
      </p>
      {budget !== null && budget > 0 && (
        <div
          class={isOver ? "meter over" : "meter"}
          style={{
            "--share": String(Math.min(1, cost / budget)),
            "--forecast": String(Math.min(1, (forecast ?? cost) / budget)),
          }}
        />
      )}
      {forecast !== null && <p class="muted">{text.forecast(format(forecast), isOver)}</p>}
    </section>
  );
}
