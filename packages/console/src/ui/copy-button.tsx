import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";
import { icon } from "./icon.tsx";

/** How long a copy is confirmed, in milliseconds. */
const confirmedFor = 2000;

/** Copies a text to the clipboard; `isCopied` is true for a moment after it. Where there is no clipboard, nothing happens. */
export function useCopy(text: string): { readonly isCopied: boolean; readonly copy: () => void } {
  const [isCopied, setCopied] = useState(false);
  async function write(): Promise<void> {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(setCopied, confirmedFor, false);
  }
  return { isCopied, copy: () => void write().catch(() => undefined) };
}

/** Copies a text. */
export function CopyButton({ text, label }: { text: string; label?: string }): JSX.Element {
  const { words } = useConsole();
  const { isCopied, copy } = useCopy(text);
  return (
    <button type="button" class="button small" onClick={copy}>
      {icon(isCopied ? "check" : "copy", 15)}
      <span aria-live="polite">{isCopied ? words.common.copied : (label ?? words.common.copy)}</span>
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
