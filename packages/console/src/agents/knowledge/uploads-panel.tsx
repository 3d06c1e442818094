import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useConsole } from "../../app/console-context.ts";
import { hrefOf } from "../../app/navigation.ts";
import { icon } from "../../ui/icon.tsx";
import { problemText } from "../../ui/page.tsx";
import { showHidden } from "../../ui/show-hidden.ts";
import { count } from "../../ui/time.tsx";
import { formatBytes } from "../../ui/format.ts";
import { maxDocuments } from "./gather-files.ts";
import { mayRetry, type Upload, type UploadQueue } from "./upload-queue.ts";

/** So many refused files are shown; a folder of pictures may have thousands. */
const maxShown = 100;

/** How far the uploads are, and why some files were refused. Nothing before the first. */
export function UploadsPanel({ queue, agent }: { queue: UploadQueue; agent: string }): JSX.Element | null {
  const { words } = useConsole();
  const text = words.knowledge.uploads;
  const { uploads, isRunning, isCut } = queue.progress.value;
  useLeaveWarning(isRunning, text.leave);
  if (uploads.length === 0) return null;

  const refused = uploads.filter(({ state }) => state === "refused");
  const wanted = uploads.length - refused.length;
  const numberOf = (state: Upload["state"]): number => uploads.filter((each) => each.state === state).length;
  const done = numberOf("added") + numberOf("updated");
  const counted = (number: number): string => count(number, words.lang);
  const bytes = (of: (upload: Upload) => number): number =>
    uploads.reduce((sum, each) => (each.state === "refused" ? sum : sum + of(each)), 0);
  const results = [
    numberOf("added") > 0 && text.added(numberOf("added"), counted(numberOf("added"))),
    numberOf("updated") > 0 && text.updated(numberOf("updated"), counted(numberOf("updated"))),
    refused.length > 0 && text.refused(refused.length, counted(refused.length)),
  ].filter((each) => each !== false);

  return (
    <section class="uploads card" aria-label={text.title}>
      <div class="uploads-head">
        <h2>{isRunning ? text.progress(counted(done), counted(wanted)) : results.join(", ")}</h2>
        {isRunning ? (
          <button type="button" class="button small" onClick={queue.stop}>
            {text.stop}
          </button>
        ) : (
          <>
            {done > 0 && (
              <a class="button small" href={hrefOf(`agents/${encodeURIComponent(agent)}/preview`)}>
                {text.try}
              </a>
            )}
            {refused.some(mayRetry) && (
              <button type="button" class="button small" onClick={queue.retry}>
                {icon("retry", 15)}
                {text.retry}
              </button>
            )}
            <button type="button" class="button small" onClick={queue.clear}>
              {text.clear}
            </button>
          </>
        )}
      </div>
      {/* Screen readers hear the end; each of many files would be too much. */}
      <p class="unseen" role="status">
        {isRunning ? "" : results.join(", ")}
      </p>
      {isRunning && (
        <progress
          aria-label={text.progress(counted(done), counted(wanted))}
          max={Math.max(
            1,
            bytes((each) => each.bytes),
          )}
          value={bytes((each) => each.sent)}
        />
      )}
      {numberOf("pausing") > 0 && <p class="hint">{text.pausing}</p>}
      {isCut && <p class="notice warn">{text.cut(counted(maxDocuments))}</p>}
      <UploadRows uploads={uploads.filter(({ state }) => state === "sending" || state === "pausing")} />
      <UploadRows uploads={refused.slice(0, maxShown)} />
      {refused.length > maxShown && <p class="hint">+ {counted(refused.length - maxShown)}</p>}
    </section>
  );
}

function UploadRows({ uploads }: { uploads: readonly Upload[] }): JSX.Element | null {
  const { words } = useConsole();
  if (uploads.length === 0) return null;
  return (
    <ul class="upload-rows" role="list">
      {uploads.map((upload) => (
        <li key={upload.path} class={upload.state === "refused" ? "refused" : undefined}>
          {icon(upload.state === "refused" ? "alert" : "note", 15)}
          <span class="upload-path" dir="auto">
            {showHidden(upload.path)}
          </span>
          <UploadState upload={upload} lang={words.lang} />
        </li>
      ))}
    </ul>
  );
}

function UploadState({ upload, lang }: { upload: Upload; lang: string }): JSX.Element {
  const { words } = useConsole();
  const text = words.knowledge.uploads;
  const { refusal, state, sent, bytes } = upload;
  if (refusal) {
    const code = typeof refusal === "string" ? refusal : refusal.code;
    const known = Object.hasOwn(text.reasons, code)
      ? text.reasons[code as keyof typeof text.reasons]
      : undefined;
    return <span>{known ?? (typeof refusal === "object" && problemText(refusal, words))}</span>;
  }
  if (state === "pausing") return <span>{text.queued}</span>;
  return (
    <span>
      <progress aria-label={showHidden(upload.path)} max={bytes} value={sent} />
      <small>{formatBytes(bytes, lang)}</small>
    </span>
  );
}

/** Asks before the page is closed in the middle. */
function useLeaveWarning(isRunning: boolean, said: string): void {
  useEffect(() => {
    if (!isRunning) return;
    const ask = (event: BeforeUnloadEvent): void => {
      event.preventDefault();
      // Old browsers show this.
      event.returnValue = said;
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isRunning]);
}
