import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { SyncProgress } from "@servicechat/contract/admin";
import { asProblem } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";
import { icon } from "../../ui/icon.tsx";
import { problemText } from "../../ui/page.tsx";
import { showHidden } from "../../ui/show-hidden.ts";
import { count, Time } from "../../ui/time.tsx";
import { shortAddress } from "./website-address.ts";
import type { Reading } from "./use-reading.ts";

/** How far the reading is, with what stops it or begins it again. */
export function ReadingCard({
  agent,
  reading,
  hasSources,
  mayEdit,
}: {
  agent: string;
  reading: Reading;
  /** Whether the agent's file has sources: uploaded documents are read once and need no reading again. */
  hasSources: boolean;
  mayEdit: boolean;
}): JSX.Element | null {
  const { api, words, toast } = useConsole();
  const text = words.knowledge.reading;
  const path = `agents/${encodeURIComponent(agent)}/knowledge/sync`;
  const [isAsking, setAsking] = useState(false);
  const { sync, waiting, isMoreWaiting, refresh } = reading;
  const isRunning = sync?.running === true;
  if (waiting === 0 && !hasSources && !isRunning) return null;

  function stop(): void {
    setAsking(true);
    api
      .send("POST", `${path}/stop`)
      .then(() => {
        toast.value = text.stopped;
      })
      .catch(report)
      .finally(ended);
  }
  function again(): void {
    setAsking(true);
    toast.value = text.begun;
    // The service answers when all is read, which may take hours; how far it is, it says elsewhere.
    api.send("POST", path, { body: {} }).then(refresh, report);
    setTimeout(ended, 300);
  }
  function report(thrown: unknown): void {
    toast.value = problemText(asProblem(thrown), words);
  }
  function ended(): void {
    setAsking(false);
    refresh();
  }

  return (
    <section class="reading card" aria-label={text.title}>
      {waiting > 0 && (
        <div class="reading-line" role="status">
          <span>
            {icon("clock", 16)}{" "}
            {text.waiting(waiting, count(waiting, words.lang) + (isMoreWaiting ? "+" : ""))}
          </span>
          <progress aria-label={text.title} />
        </div>
      )}
      {sync && isRunning && <Running sync={sync} />}
      {sync && (hasSources || isRunning) && (
        <div class="reading-line">
          {!isRunning && <LastResult sync={sync} />}
          {mayEdit &&
            (isRunning ? (
              <button type="button" class="button small" disabled={isAsking} onClick={stop}>
                {text.stop}
              </button>
            ) : (
              <button type="button" class="button small" disabled={isAsking} onClick={again}>
                {icon("retry", 15)}
                {text.again}
              </button>
            ))}
        </div>
      )}
    </section>
  );
}

function Running({ sync: { source, done, total } }: { sync: SyncProgress }): JSX.Element {
  const { words } = useConsole();
  const text = words.knowledge.reading;
  const counted = (number: number): string => count(number, words.lang);
  const shown = source === null ? text.runningAll : text.running(showHidden(shownSource(source)));
  return (
    <div class="reading-line">
      <span role="status">
        {icon("retry", 16)} {shown}
      </span>
      <span class="muted">
        {total === null ? text.done(counted(done)) : text.doneOf(counted(done), counted(total))}
      </span>
      <progress aria-label={shown} {...(total !== null && { max: Math.max(1, total), value: done })} />
    </div>
  );
}

function LastResult({ sync }: { sync: SyncProgress }): JSX.Element {
  const { words } = useConsole();
  const text = words.knowledge.reading;
  const { lastFinishedAt, lastResult, nextAt } = sync;
  if (lastFinishedAt === null) return <span class="muted">{text.neverRead}</span>;
  const results = (["added", "changed", "removed", "failed", "same"] as const)
    .filter((name) => (lastResult?.[name] ?? 0) > 0)
    .map((name) => text.results[name](count(lastResult?.[name] ?? 0, words.lang)));
  return (
    <span>
      {text.last} <Time at={lastFinishedAt} />
      {results.length > 0 && `: ${results.join(", ")}`}
      {nextAt !== null && (
        <span class="muted">
          {" · "}
          {text.next} <Time at={nextAt} />
        </span>
      )}
    </span>
  );
}

/** An entry of the agent's file, such as `url:https://shop.example/help`, as people say it. */
const shownSource = (source: string): string => shortAddress(source.replace(/^(?:url|sitemap|files):/, ""));
