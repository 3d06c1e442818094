import type { JSX } from "preact";
import type { ListedAgentTestRun } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";

/** How the tests stand: what a run has done so far, or how the last one ended. */
export function LastRun({
  progress,
  run,
  compareHref,
}: {
  /** Of a run that has not ended yet. */
  progress: string | undefined;
  run: ListedAgentTestRun | undefined;
  /** Where it is compared with the run before; `undefined` for the first one. */
  compareHref: string | undefined;
}): JSX.Element {
  const text = useConsole().words.agentTests;
  return (
    <p class="test-sum" role="status">
      {progress ??
        (run ? (
          <>
            {text.ran(run.passed, run.passed + run.failed)} · {showHidden(run.model)} · <Time at={run.at} />
            {compareHref !== undefined && (
              <>
                {" · "}
                <a href={compareHref}>{text.compare}</a>
              </>
            )}
          </>
        ) : (
          text.notRunTitle
        ))}
    </p>
  );
}
