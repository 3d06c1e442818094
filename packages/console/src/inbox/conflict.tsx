import type { JSX } from "preact";
import { useConsole } from "../app/console-context.ts";
import { icon } from "../ui/icon.tsx";
import { sayProblem } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import type { Moves } from "./use-moves.ts";

/** Why a chat could not be moved: names a colleague who was quicker, and offers to take over from them. */
export function Conflict({ moves }: { moves: Moves }): JSX.Element | null {
  const { words } = useConsole();
  const { problem } = moves;
  if (!problem) return null;
  const { holder } = problem;
  return (
    <div class={holder ? "notice warn" : "notice danger"} role="alert">
      {icon("alert", 16)}
      <span>{holder ? words.inbox.heldBy(showHidden(holder.name)) : sayProblem(problem, words)}</span>
      {holder && (
        <button type="button" class="button small" onClick={() => moves.take(holder.id)}>
          {words.inbox.takeOver}
        </button>
      )}
      <button type="button" class="icon-button" aria-label={words.common.close} onClick={moves.dismiss}>
        {icon("cross", 16)}
      </button>
    </div>
  );
}
