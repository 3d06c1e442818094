import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Tested } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { problemText } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";

/** Sends a test, and shows the response below. */
export function TestButton({
  label,
  disabled = false,
  run,
}: {
  label: string;
  disabled?: boolean;
  run: () => Promise<Tested>;
}): JSX.Element {
  const { words } = useConsole();
  const text = words.settings.webhooks;
  const [said, setSaid] = useState("");
  const answerOf = (tested: Tested): string =>
    "error" in tested ? text.failed(tested.error) : text.answered(tested.status, tested.ms, tested.body);
  return (
    <div class="test-button">
      <button
        type="button"
        class="button"
        disabled={disabled}
        onClick={() => {
          setSaid(text.testing);
          run().then(
            (tested) => setSaid(answerOf(tested)),
            (thrown: unknown) => setSaid(problemText(asProblem(thrown), words)),
          );
        }}
      >
        {label}
      </button>
      <p class="row-detail" role="status">
        {showHidden(said)}
      </p>
    </div>
  );
}
