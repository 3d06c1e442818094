import type { JSX } from "preact";
import { outcomes, type Outcome, type UsageReport } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { solvedShare } from "../usage/solved-share.ts";
import { percent } from "../ui/format.ts";
import { count } from "../ui/time.tsx";

type Outcomes = Readonly<Record<Outcome, number>>;

/** The outcomes of the last seven days as one bar, with the share that is solved as far as that is proven. */
export function OutcomeBar({ days }: { days: UsageReport["items"] }): JSX.Element {
  const { words } = useConsole();
  const text = words.home;
  const week = sumOf(days.slice(-7));
  const all = outcomes.reduce((sum, outcome) => sum + week[outcome], 0);
  const share = solvedShare(week);
  const shareBefore = solvedShare(sumOf(days.slice(0, -7)));
  const shown = outcomes.filter((outcome) => week[outcome] > 0);
  return (
    <section class="card" aria-labelledby="home-outcomes">
      <div class="card-head">
        <h2 id="home-outcomes">{text.outcomesTitle}</h2>
        <a href={hrefOf("usage", { period: "week" })}>{text.weekAction}</a>
      </div>
      <p class="figure">
        <strong>{share === undefined ? "–" : percent(share, words.lang)}</strong>{" "}
        <span class="muted">
          {share !== undefined && shareBefore !== undefined
            ? text.solvedBefore(percent(shareBefore, words.lang))
            : text.solved}
        </span>
      </p>
      {shown.length > 0 && (
        <>
          <div class="share-bar" aria-hidden="true">
            {shown.map((outcome) => (
              <span
                key={outcome}
                style={{ "--share": String(week[outcome] / all), background: `var(--outcome-${outcome})` }}
              />
            ))}
          </div>
          <dl class="share-list">
            {shown.map((outcome) => (
              <div key={outcome}>
                <dt>
                  <span class="swatch" style={{ background: `var(--outcome-${outcome})` }} />
                  {words.vocabulary.outcomes[outcome]}
                  <small>{text.outcomeHints[outcome]}</small>
                </dt>
                <dd>{count(week[outcome], words.lang)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

function sumOf(items: UsageReport["items"]): Outcomes {
  const sums = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  for (const item of items) for (const outcome of outcomes) sums[outcome] += item.outcomes[outcome];
  return sums;
}
