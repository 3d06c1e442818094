import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { asProblem, type ApiProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { Dialog } from "./dialog.tsx";
import { FaultList } from "./fault-list.tsx";
import { problemText } from "./page.tsx";

/** Asks before an irreversible action, and reports if it fails. */
export function ConfirmDialog({
  title,
  text,
  action,
  run,
  close,
}: {
  title: string;
  text: ComponentChildren;
  /** The label of the action. */
  action: string;
  run: () => Promise<void>;
  close: () => void;
}): JSX.Element {
  const { words } = useConsole();
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<ApiProblem>();

  function confirm(): void {
    setRunning(true);
    setFailure(undefined);
    run()
      .then(close)
      .catch((thrown: unknown) => {
        setRunning(false);
        setFailure(asProblem(thrown));
      });
  }

  return (
    <Dialog title={title} close={close}>
      <div class="dialog-text">{text}</div>
      {failure && (
        <div class="form-problem" role="alert">
          <p>{problemText(failure, words)}</p>
          {failure.faults.length > 0 && <FaultList faults={failure.faults} />}
        </div>
      )}
      <footer class="dialog-actions">
        <button type="button" class="button" onClick={close}>
          {words.common.cancel}
        </button>
        <button type="button" class="button danger" disabled={isRunning} onClick={confirm}>
          {action}
        </button>
      </footer>
    </Dialog>
  );
}
