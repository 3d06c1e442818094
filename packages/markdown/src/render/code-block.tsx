import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import type { Block } from "../tree.ts";
import { useMarkdownSettings } from "./markdown-settings.ts";

/** How long a copy is confirmed, in milliseconds. */
const confirmedFor = 2000;

/** Code with its language and a copy button. It is highlighted once its end has been written. */
export function CodeBlock({ block }: { block: Extract<Block, { type: "code" }> }): JSX.Element {
  const { language, closed } = block;
  const { words, icon, Code } = useMarkdownSettings();
  const text = cleanText(block.text);
  const code = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    setCopied(await copyText(text, code.current));
    setTimeout(setCopied, confirmedFor, false);
  }

  return (
    <figure class="code-block" dir="ltr">
      <figcaption>
        <span>{cleanText(language) || words.code}</span>
        <button type="button" class="copy" onClick={() => void copy()}>
          {icon(copied ? "check" : "copy", 15)}
          {copied ? words.copied : words.copy}
        </button>
        <span class="unseen" role="status">
          {copied && words.copied}
        </span>
      </figcaption>
      <pre tabIndex={0}>
        <code ref={code}>{Code && closed && language ? <Code text={text} language={language} /> : text}</code>
      </pre>
    </figure>
  );
}

/** Copies a text. If the page around the frame does not allow access to the clipboard, the code is selected instead. */
async function copyText(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (shown) getSelection()?.selectAllChildren(shown);
    return false;
  }
}
