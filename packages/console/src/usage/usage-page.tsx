import type { JSX } from "preact";
import type { AgentItem, Page as ListPage, Usage, UsageReport } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { Change } from "../ui/change.tsx";
import { money, percent } from "../ui/format.ts";
import { EmptyState, Loaded, Page } from "../ui/page.tsx";
import { compactCount, count, duration } from "../ui/time.tsx";
import { Tile, Tiles } from "../ui/tiles.tsx";
import { useResource } from "../ui/use-resource.ts";
import { CostSection } from "./cost-section.tsx";
import { UsageCharts } from "./usage-charts.tsx";
import { solvedShare } from "./solved-share.ts";
import { UsageTables } from "./usage-tables.tsx";

const hour = 3_600_000;
const day = 24 * hour;

/** The periods to choose from: how far back, and the size of each step. */
const periods = {
  day: { back: day, by: "hour" },
  week: { back: 7 * day, by: "day" },
  month: { back: 30 * day, by: "day" },
  year: { back: 365 * day, by: "month" },
} as const;
type Period = keyof typeof periods;

/** Usage: figures, charts, and refusals. */
export function page(): JSX.Element {
  const { api, words, navigation } = useConsole();
  const text = words.usage;
  const { query } = navigation.location.value;
  const period = asPeriod(query.get("period"));
  const agent = query.get("agent") ?? "";
  const agents = useResource("agents", (signal) =>
    api.get<ListPage<AgentItem>>("agents", { limit: 200 }, signal),
  ).value;
  const report = useResource(`${period} ${agent}`, (signal) =>
    api.get<UsageReport>("usage", { ...span(period), agent }, signal),
  );
  const before = useResource(`before ${period} ${agent}`, (signal) =>
    api.get<UsageReport>("usage", { ...spanBefore(period), agent }, signal),
  ).value;
  const go = (changes: { period?: string; agent?: string }): void =>
    navigation.go(hrefOf("usage", { period, agent, ...changes }));

  return (
    <Page
      title={text.title}
      bar={
        <div class="filter-bar">
          <label class="filter active">
            <span class="unseen">{text.period}</span>
            <select value={period} onChange={({ currentTarget }) => go({ period: currentTarget.value })}>
              {(Object.keys(periods) as Period[]).map((name) => (
                <option key={name} value={name}>
                  {text[name]}
                </option>
              ))}
            </select>
          </label>
          <label class={agent === "" ? "filter" : "filter active"}>
            <span class="unseen">{text.agent}</span>
            <select value={agent} onChange={({ currentTarget }) => go({ agent: currentTarget.value })}>
              <option value="">{text.allAgents}</option>
              {agents?.items.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </div>
      }
    >
      <Loaded resource={report}>
        {(usage) =>
          isNothing(usage) ? (
            <EmptyState
              sign="usage"
              title={text.emptyTitle}
              text={text.emptyText}
              action={
                period === "year" ? (
                  <a class="button" href={hrefOf("agents")}>
                    {text.toAgents}
                  </a>
                ) : (
                  <button type="button" class="button" onClick={() => go({ period: "year" })}>
                    {text.longer}
                  </button>
                )
              }
            />
          ) : (
            <>
              <Totals usage={usage} before={before?.total} />
              <UsageCharts usage={usage} />
              <CostSection usage={usage} agent={agent} changed={report.reload} />
              <UsageTables usage={usage} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Totals({ usage, before }: { usage: UsageReport; before: Usage | undefined }): JSX.Element {
  const { words } = useConsole();
  const text = words.usage;
  const { chats, messages, outcomes, ratings, tokens, firstText, cost } = usage.total;
  const format = (value: number): string => count(value, words.lang);
  const change = (now: number, of: (usage: Usage) => number) =>
    before && <Change now={now} before={of(before)} />;
  const share = solvedShare(outcomes);
  const said = (of: Usage["messages"]) => of.visitor + of.agent + of.person;
  return (
    <Tiles>
      <Tile
        name={text.chats}
        value={format(chats)}
        change={change(chats, (usage) => usage.chats)}
        {...(before && { hint: text.periodBefore(format(before.chats)) })}
      />
      <Tile
        name={text.solved}
        value={share === undefined ? "–" : percent(share, words.lang)}
        hint={text.solvedHint(format(outcomes.confirmed), format(outcomes.assumed))}
      />
      <Tile
        name={text.messages}
        value={format(said(messages))}
        change={change(said(messages), (usage) => said(usage.messages))}
        hint={`${format(messages.visitor)} ${text.visitor}`}
      />
      <Tile name={text.ratings} value={`${format(ratings.up)} / ${format(ratings.down)}`} />
      <Tile
        name={text.firstText}
        value={firstText.p50 === null ? "–" : duration(firstText.p50, words.lang)}
        {...(firstText.p95 !== null && { hint: `${duration(firstText.p95, words.lang)} ${text.slowest}` })}
      />
      <Tile
        name={text.tokens}
        value={compactCount(tokens.in + tokens.out, words.lang)}
        change={change(tokens.in + tokens.out, (usage) => usage.tokens.in + usage.tokens.out)}
        hint={`${format(tokens.cached)} ${text.tokensCached}`}
      />
      <Tile
        name={text.cost}
        value={cost === null ? text.costs.notKnown : money(cost, usage.currency, words.lang)}
      />
    </Tiles>
  );
}

/** The query of a period: whole hours and days, so that each step is complete. */
function span(period: Period): { from: string; by: string } {
  const { back, by } = periods[period];
  const unit = by === "hour" ? hour : day;
  const from = new Date(Math.ceil((Date.now() - back) / unit) * unit).toISOString();
  return { from: by === "hour" ? from : from.slice(0, 10), by };
}

/** The query of what came before a period and lasted as long, in one step. */
function spanBefore(period: Period): { from: string; to: string; by: string } {
  const { from } = span(period);
  const before = new Date(Date.parse(from) - periods[period].back).toISOString();
  return { from: from.length > 10 ? before : before.slice(0, 10), to: from, by: "month" };
}

function asPeriod(name: string | null): Period {
  return name !== null && Object.hasOwn(periods, name) ? (name as Period) : "month";
}

function isNothing({ total }: UsageReport): boolean {
  const { chats, messages, refusals } = total;
  return chats + messages.visitor + messages.agent === 0 && Object.keys(refusals).length === 0;
}
