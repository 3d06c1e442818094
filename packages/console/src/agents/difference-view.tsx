import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";
import { showHidden } from "../ui/show-hidden.ts";
import { lineDifference, type DifferenceLine } from "./line-difference.ts";

/** Lines that are shown before and after each change. */
const around = 2;

/** The difference between two files, with a few lines of context. */
export function DifferenceView({ before, after }: { before: string; after: string }): JSX.Element {
  const text = useConsole().words.agents;
  const lines = useMemo(() => nearChanges(lineDifference(before, after)), [before, after]);
  if (lines.length === 0) return <p class="muted">{text.same}</p>;
  const names = { added: text.added, removed: text.removed, same: "" };
  const signs = { added: "+", removed: "−", same: " " };
  return (
    <pre class="difference" tabIndex={0} aria-label={text.changes}>
      {lines.map((line, index) =>
        line === "gap" ? (
          <span key={index} class="gap">
            {"⋯\n"}
          </span>
        ) : (
          <span key={index} class={line.kind}>
            {line.kind !== "same" && <span class="unseen">{names[line.kind]}: </span>}
            <span aria-hidden="true">{signs[line.kind]} </span>
            {showHidden(line.text)}
            {"\n"}
          </span>
        ),
      )}
    </pre>
  );
}

function nearChanges(lines: readonly DifferenceLine[]): (DifferenceLine | "gap")[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== "same"),
  );
  return lines.flatMap((line, at): (DifferenceLine | "gap")[] => {
    if (isNear[at]) return [line];
    return isNear[at - 1] && isNear.slice(at).some(Boolean) ? ["gap"] : [];
  });
}
