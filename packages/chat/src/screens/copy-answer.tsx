import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import { textOf, type ReplyEntry } from "../conversation/conversation.ts";
import { toolWords } from "../words/tool-words.ts";
import { useChat } from "./chat-context.ts";
import { copyRich } from "./copy-rich.ts";
import { icon } from "./icon.tsx";

/** How long a copy is confirmed, in milliseconds. */
const shownFor = 2000;

/** Copies an answer: as it is drawn, for documents and mails, and as Markdown, for where only text goes. */
export function CopyAnswer({ reply }: { reply: ReplyEntry }): JSX.Element {
  const words = toolWords(useChat().words);
  const button = useRef<HTMLButtonElement>(null);
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    const drawn = button.current?.closest("article")?.querySelectorAll<HTMLElement>(".markdown") ?? [];
    const done = await copyRich(cleanText(textOf(reply)), [...drawn]);
    setCopied(done);
    if (done) setTimeout(() => setCopied(false), shownFor);
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        class="tool-button"
        aria-label={words.copyAnswer}
        title={words.copyAnswer}
        onClick={() => void copy()}
      >
        {icon(copied ? "check" : "copy", 16)}
      </button>
      <span class="unseen" role="status">
        {copied && words.copied}
      </span>
    </>
  );
}
