import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";
import { showHidden } from "../ui/show-hidden.ts";

/** Lines that are shown before and after each change. */
const contextLines = 2;

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
    lines.slice(Math.max(0, at - contextLines), at + contextLines + 1).some(({ kind }) => kind !== "same"),
  );
  return lines.flatMap((line, at): (DifferenceLine | "gap")[] => {
    if (isNear[at]) return [line];
    return isNear[at - 1] && isNear.slice(at).some(Boolean) ? ["gap"] : [];
  });
}

/** A line of a difference. */
interface DifferenceLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** Longer files are compared as a whole, because the table of all pairs of lines would be too large. */
const maxLines = 3_000;

/** The lines that were added and removed between two texts: as few as possible (longest common subsequence). */
function lineDifference(before: string, after: string): readonly DifferenceLine[] {
  const old = linesOf(before);
  const now = linesOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end++;
  const same = (text: string): DifferenceLine => ({ kind: "same", text });
  return [
    ...old.slice(0, start).map(same),
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end).map(same),
  ];
}

function middle(old: readonly string[], now: readonly string[]): DifferenceLine[] {
  if (old.length > maxLines || now.length > maxLines)
    return [...old.map(line("removed")), ...now.map(line("added"))];
  // common[i][j]: the length of the longest sequence that old from i on and now from j on have in common.
  const width = now.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DifferenceLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ kind: "same", text: old[i] ?? "" });
      i++;
      j++;
    } else if (j >= now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1)))
      lines.push({ kind: "removed", text: old[i++] ?? "" });
    else lines.push({ kind: "added", text: now[j++] ?? "" });
  }
  return lines;
}

const line =
  (kind: DifferenceLine["kind"]) =>
  (text: string): DifferenceLine => ({ kind, text });

function linesOf(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}
