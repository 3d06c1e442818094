import { createProgressLine } from "./progress-line.ts";
import type { ProgressLine, Terminal } from "./progress-line.ts";

/** Where a command prints its result. `json` is for scripts, everything else for people. */
export interface Output {
  /** The result: one line, or several. */
  line(text?: string): void;
  /** Rows below their headings, or a sentence if there are none. */
  table(headings: readonly string[], rows: readonly (readonly string[])[], none: string): void;
  json(value: unknown): void;
  /** Anything that is not part of the result, such as a warning. */
  note(text: string): void;
  /** The progress of long work. */
  readonly progress: ProgressLine;
}

/** The part of a stream that printing needs; `process.stdout` fits. */
export interface Sink {
  write(text: string): unknown;
}

/** Prints for people and scripts. Text from visitors and pages cannot control the terminal. */
export function createOutput({ out, notes }: { readonly out: Sink; readonly notes: Terminal }): Output {
  const line = (text = "") => void out.write(`${harmless(text)}\n`);
  return {
    line,
    table(headings, rows, none) {
      if (rows.length === 0) return line(none);
      for (const text of tableLines(headings, rows)) line(text);
    },
    json: (value) => void out.write(`${harmlessJson(JSON.stringify(value, null, 2))}\n`),
    note: (text) => void notes.write(`${harmless(text)}\n`),
    progress: createProgressLine(notes),
  };
}

/** Times are printed and exported as RFC 3339 in UTC. */
export function timeText(at: number): string {
  return new Date(at).toISOString();
}

/** An amount of money, to the hundredth or, if it is less than one unit, to four decimals. */
export function amountText(amount: number | null, currency: string | null): string {
  if (amount === null) return "no price entered";
  const text = amount.toFixed(amount !== 0 && amount < 1 ? 4 : 2);
  return currency === null ? text : `${text} ${currency}`;
}

/** The agents that somebody may see, for people; `null` means all. */
export function agentsText(agents: readonly string[] | null): string {
  return agents?.join(" ") ?? "all agents";
}

function tableLines(headings: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const all = [headings.map((heading) => heading.toUpperCase()), ...rows.map((row) => row.map(oneLine))];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function oneLine(text: string): string {
  const joined = text.replace(/\s+/g, " ");
  return joined.length > 80 ? `${joined.slice(0, 79)}…` : joined;
}

/**
 * JSON escapes only the control characters below the space. The others are escaped here: scripts read the same text,
 * and terminals do not interpret it. They occur only in strings.
 */
function harmlessJson(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Control characters could move the cursor; bidirectional controls could reorder a line. */
function harmless(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
}
