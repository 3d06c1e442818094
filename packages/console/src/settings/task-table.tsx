import type { JSX } from "preact";
import type { Health } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { count, duration, Time } from "../ui/time.tsx";

/** What runs in the background, and how late the event loop is. */
export function TaskTable({ tasks, loopDelay }: Pick<Health, "tasks" | "loopDelay">): JSX.Element {
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
