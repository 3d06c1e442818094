import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";
import { icon } from "./icon.tsx";

/** How long a copy is confirmed, in milliseconds. */
const confirmedFor = 2000;

/** Copies a text. */
export function CopyButton({ text, label }: { text: string; label?: string }): JSX.Element {
  const { words } = useConsole();
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(setCopied, confirmedFor, false);
  }
  return (
    <button type="button" class="button small" onClick={() => void copy().catch(() => undefined)}>
      {icon(copied ? "check" : "copy", 15)}
      <span aria-live="polite">{copied ? words.common.copied : (label ?? words.common.copy)}</span>
    </button>
  );
}

/** A text to copy, such as a secret or a command, with a copy button. */
export function CopyField({ text, label }: { text: string; label: string }): JSX.Element {
  return (
    <div class="copy-field">
      <code tabIndex={0} aria-label={label}>
        {text}
      </code>
      <CopyButton text={text} />
    </div>
  );
}
