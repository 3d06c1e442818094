import type { JSX } from "preact";
import type { Health } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { icon, type IconName } from "../ui/icon.tsx";
import { EmptyState, Loaded } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { count, duration, Time } from "../ui/time.tsx";
import { useResource } from "../ui/use-resource.ts";

type HealthCheck = Health["checks"][number];

const signs: Readonly<Record<HealthCheck["status"], IconName>> = {
  ok: "check",
  warning: "alert",
  problem: "alert",
};
const tones: Readonly<Record<HealthCheck["status"], string>> = {
  ok: "good",
  warning: "warn",
  problem: "bad",
};
/** Whatever needs attention comes first. */
const order: readonly HealthCheck["status"][] = ["problem", "warning", "ok"];

/** The doctor's findings: the database, the public address, models, tools, keys. */
export function HealthSection(): JSX.Element {
  const { api, words, me } = useConsole();
  const text = words.settings.health;
  if (me.value?.agents) return <EmptyState sign="shield" title={text.limitedTitle} text={text.limitedText} />;
  return <Findings load={(signal) => api.get<Health>("health", {}, signal)} />;
}

function Findings({ load }: { load: (signal: AbortSignal) => Promise<Health> }): JSX.Element {
  const { words } = useConsole();
  const text = words.settings.health;
  const found = useResource("health", load);
  return (
    <section class="section">
      <div class="section-head">
        <h2>{words.settings.sections.health}</h2>
        <button type="button" class="button" onClick={found.reload}>
          {icon("retry", 16)}
          {text.again}
        </button>
      </div>
      <p class="section-text">{text.text}</p>
      <Loaded resource={found}>
        {({ checks, tasks, loopDelay }) => (
          <>
            <p class="health-sum" role="status">
              {sumOf(checks, text)}
            </p>
            <ul class="rows" role="list">
              {checks
                .toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status))
                .map((check, at) => (
                  <li key={at} class="row">
                    <span class={`health-sign ${tones[check.status]}`}>{icon(signs[check.status], 16)}</span>
                    <div class="row-main">
                      <span class="row-title">
                        {showHidden(check.name)}
                        {check.status !== "ok" && (
                          <span class={`badge ${tones[check.status]}`}>{text.status[check.status]}</span>
                        )}
                      </span>
                      <span class="row-detail">{showHidden(check.message)}</span>
                      {check.advice !== undefined && (
                        <span class="health-advice">{showHidden(check.advice)}</span>
                      )}
                    </div>
                  </li>
                ))}
            </ul>
            <TaskTable tasks={tasks} loopDelay={loopDelay} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function sumOf(
  checks: readonly HealthCheck[],
  text: { readonly allWell: string; readonly needs: (problems: number, warnings: number) => string },
): string {
  const count = (status: HealthCheck["status"]) => checks.filter((check) => check.status === status).length;
  const [problems, warnings] = [count("problem"), count("warning")];
  return problems + warnings === 0 ? text.allWell : text.needs(problems, warnings);
}

/** What runs in the background, and how late the event loop is. */
function TaskTable({ tasks, loopDelay }: Pick<Health, "tasks" | "loopDelay">): JSX.Element {
  const { words } = useConsole();
  const text = words.settings.health;
  const { lang } = words;
  return (
    <section class="health-tasks">
      <div class="section-head">
        <h3>{text.tasks}</h3>
      </div>
      <p class="section-text">
        {text.tasksText} {text.loopDelay(duration(loopDelay.p99Ms, lang), duration(loopDelay.maxMs, lang))}
      </p>
      <div class="table-frame" tabIndex={0} role="region" aria-label={text.tasks}>
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">{text.task}</th>
              <th scope="col">{text.lastRun}</th>
              <th scope="col">{text.took}</th>
              <th scope="col">{text.failures}</th>
              <th scope="col">{text.longestBlock}</th>
            </tr>
          </thead>
          <tbody>
            {tasks.map(({ name, lastRunAt, ms, failures, failing, longestBlockMs }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code> {failing && <span class="badge bad">{text.failing}</span>}
                </th>
                <td>{lastRunAt === null ? "–" : <Time at={lastRunAt} />}</td>
                <td>{ms === null ? "–" : duration(ms, lang)}</td>
                <td>{count(failures, lang)}</td>
                <td>{duration(longestBlockMs, lang)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
