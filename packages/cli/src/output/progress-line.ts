/** One line on the terminal that is repeatedly overwritten. Elsewhere, such as in a file, nothing is shown. */
export interface ProgressLine {
  show(text: string): void;
  /** Removes the line before anything else is printed. */
  clear(): void;
}

/** The part of a stream that is needed; `process.stderr` fits. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const lineStart = "\r\u001b[K";

/** A progress line on this terminal, empty at first. */
export function createProgressLine(terminal: Terminal): ProgressLine {
  const write = (text: string) => {
    if (terminal.isTTY) terminal.write(lineStart + text);
  };
  return { show: write, clear: () => write("") };
}
