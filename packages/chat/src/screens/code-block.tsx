import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import { highlighter } from "../later/highlighter.ts";
import type { Block } from "../markdown/tree.ts";
import { waitOrOnline } from "../wait-or-online.ts";
import { readingWords } from "../words/reading-words.ts";
import { useChat } from "./chat-context.ts";
import { icon } from "./icon.tsx";

/** Code with its language and a control that copies it. It is coloured once its end has been written. */
export function CodeBlock({ block }: { block: Extract<Block, { type: "code" }> }): JSX.Element {
  const { language, closed } = block;
  const words = readingWords(useChat().words);
  const text = cleanText(block.text);
  const isNamed = closed && language !== "";
  useEffect(() => {
    if (isNamed) void highlighter.load(waitOrOnline);
  }, [isNamed]);
  const highlight = highlighter.module.value?.highlight;
  const pieces = useMemo(
    () => (isNamed ? highlight?.(text, language) : undefined),
    [highlight, isNamed, text, language],
  );
  const code = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    setCopied(await copyText(text, code.current));
    setTimeout(setCopied, 2000, false);
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
        <code ref={code}>
          {pieces?.map(({ kind, text: piece }, index) =>
            kind ? (
              <span key={index} class={`code-${kind}`}>
                {piece}
              </span>
            ) : (
              piece
            ),
          ) ?? text}
        </code>
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
