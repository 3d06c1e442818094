import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import { useChat, type ChatContext } from "../context/chat-context.ts";
import { drawnEntries, textOf, type Line } from "../conversation/conversation.ts";
import { icon } from "../screens/icon.tsx";
import { Logo, PersonMark } from "../screens/logo.tsx";
import { withWords } from "../words/service-words.ts";
import { enMenuAndTabs } from "../words/en-menu-and-tabs.ts";
import { firstLine } from "./first-line.ts";

/** Milliseconds until screen readers know an element that has just become visible, and announce what changes in it. */
const untilKnown = 150;

/**
 * A card with the beginning of an answer that came while the chat was closed. The launcher makes the frame as small as
 * the card, beside the bubble: drawn in the page, its scripts could read it. Only the card is then visible of the
 * frame, whose own layout keeps its size.
 */
export function MessagePreview(): JSX.Element | null {
  const context = useChat();
  const { tellLauncher, unread } = context;
  const words = withWords(enMenuAndTabs, context.words);
  /** How many unread messages there were when the visitor closed the card. */
  const [dismissed, dismiss] = useState(0);
  const [announced, announce] = useState("");
  const card = useRef<HTMLElement>(null);
  const count = unread.value;
  const message = context.canPreview && count > dismissed ? lastMessage(context) : undefined;
  const { name, text } = message ?? {};

  // Opened: the next unread message is the first again.
  useEffect(() => {
    if (count < dismissed) dismiss(count);
  }, [count]);

  const isShown = message !== undefined;
  useLayoutEffect(() => {
    const frame = card.current?.closest("main");
    if (!isShown || !frame) return;
    frame.style.inlineSize = `${innerWidth}px`;
    frame.style.blockSize = `${innerHeight}px`;
    return () => {
      frame.style.inlineSize = frame.style.blockSize = "";
      announce("");
      tellLauncher({ type: "preview", height: 0 });
    };
  }, [isShown]);
  useLayoutEffect(() => {
    if (!card.current) return;
    tellLauncher({ type: "preview", height: card.current.offsetHeight });
    const timer = setTimeout(() => announce(`${name}: ${text}`), untilKnown);
    return () => clearTimeout(timer);
  }, [name, text]);

  if (!message) return null;
  return (
    <section ref={card} class="preview">
      <p class="unseen" role="status">
        {announced}
      </p>
      <button
        type="button"
        class="preview-open"
        onClick={() => {
          dismiss(count);
          tellLauncher({ type: "open" });
        }}
      >
        {message.isPerson ? <PersonMark name={message.name} /> : <Logo size={28} />}
        <span class="preview-message">
          <bdi class="preview-name">{name}</bdi>
          <span class="preview-text" dir="auto">
            {text}
          </span>
        </span>
      </button>
      <button
        type="button"
        class="round quiet"
        aria-label={words.hideMessage}
        title={words.hideMessage}
        onClick={() => dismiss(count)}
      >
        {icon("cross", 16)}
      </button>
    </section>
  );
}

interface PreviewedMessage {
  readonly name: string;
  readonly text: string;
  readonly isPerson: boolean;
}

/** The last answer or message of a person; `undefined` if it has no words. */
function lastMessage({ chat, config, handoff, lazy }: ChatContext): PreviewedMessage | undefined {
  const drawn = drawnEntries(chat.conversation.value);
  const lines: readonly Line[] = handoff.value?.linesOf(drawn) ?? drawn;
  const last = lines.findLast(({ from }) => from === "agent" || from === "person");
  if (last?.from === "person")
    return wordsFrom({ name: cleanText(last.name), text: cleanText(last.text), isPerson: true });
  if (last?.from !== "agent") return undefined;
  const asked = last.parts.flatMap((part) =>
    part.type === "question" ? (part.confirm?.title ?? part.questions[0]?.question ?? []) : [],
  );
  const read = lazy.answerView.module.value?.wordsOfReply(last, chat.conversation.value);
  const text = cleanText([read ?? textOf(last), ...asked].join("\n"));
  return wordsFrom({ name: cleanText(config.agent.name), text, isPerson: false });
}

function wordsFrom(message: PreviewedMessage): PreviewedMessage | undefined {
  const text = firstLine(message.text);
  return text === "" ? undefined : { ...message, text };
}
