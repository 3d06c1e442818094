import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import { useChat } from "./chat-context.ts";
import { Icon } from "./icon.tsx";

/** Code with its language and a control that copies it. */
export function CodeBlock({ language, text }: { language: string; text: string }): JSX.Element {
  const { words } = useChat();
  const code = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    const done = await copyText(cleanText(text), code.current);
    setCopied(done);
    if (done) setTimeout(() => setCopied(false), 2000);
  }

  return (
    <figure class="code-block" dir="ltr">
      <figcaption>
        <span>{cleanText(language) || words.code}</span>
        <button type="button" class="copy" onClick={() => void copy()}>
          <Icon name={copied ? "check" : "copy"} size={15} />
          <span aria-live="polite">{copied ? words.copied : words.copy}</span>
        </button>
      </figcaption>
      <pre tabIndex={0}>
        <code ref={code}>{cleanText(text)}</code>
      </pre>
    </figure>
  );
}

/** Copies a text. Where the page around the frame does not lend its clipboard, the code is selected instead. */
async function copyText(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (shown) getSelection()?.selectAllChildren(shown);
    return false;
  }
}
