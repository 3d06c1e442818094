import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { textOf, type ReplyEntry } from "../conversation/conversation.ts";
import { enTools } from "../words/en-tools.ts";
import { useChat } from "../context/chat-context.ts";
import { copyRich } from "./copy-rich.ts";
import { icon } from "../screens/icon.tsx";
import { withWords } from "../words/service-words.ts";

/** How long a copy is confirmed, in milliseconds. */
const shownFor = 2000;

/** Copies an answer with its sources: as drawn, for documents and mails, and as Markdown, for plain text. */
export function CopyAnswer({ reply }: { reply: ReplyEntry }): JSX.Element {
  const { chat, lazy, words: known } = useChat();
  const words = withWords(enTools, known);
  const button = useRef<HTMLButtonElement>(null);
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    const drawn = button.current?.closest("article")?.querySelectorAll<HTMLElement>(".markdown, .sources");
    const text =
      lazy.answerView.module.peek()?.copyText(reply, chat.conversation.peek(), known) ?? textOf(reply);
    const done = await copyRich(text, [...(drawn ?? [])]);
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
