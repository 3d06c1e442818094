import type { JSX } from "preact";
import { cleanText } from "@servicechat/contract";
import { messageIdOf, type ReplyEntry } from "../conversation/conversation.ts";
import { useChat } from "../context/chat-context.ts";
import { enTools } from "../words/en-tools.ts";
import { withWords } from "../words/service-words.ts";
import { CopyAnswer, useCopying } from "./copy-answer.tsx";
import type { MenuItem } from "../menu-and-tabs/menu-button.tsx";
import { useReadAloud } from "./use-read-aloud.ts";
import { RatingButtons } from "./rating-buttons.tsx";
import { icon } from "../screens/icon.tsx";

/** Actions on an answer: copy it, rate it, what is rarely needed in a menu, and a suggested question below the newest. */
export function ReplyTools({ reply, last }: { reply: ReplyEntry; last: boolean }): JSX.Element {
  const { lazy, settings, words: known } = useChat();
  const words = withWords(enTools, known);
  const copying = useCopying(reply);
  const reading = useReadAloud(reply);
  const Menu = lazy.menuAndTabs.module.value?.MenuButton;
  const canRate = settings.feedback && messageIdOf(reply) !== undefined;
  const items: MenuItem[] = [
    { icon: "markdown", label: words.copyMarkdown, choose: () => void copying.copyMarkdown() },
  ];
  const readLabel = reading.isOn ? words.stopReading : words.readAloud;
  if (reading.isPossible) items.unshift({ icon: "speak", label: readLabel, choose: reading.toggle });
  const more = (
    <>
      {Menu && <Menu isTool label={words.moreTools} items={items} />}
      {reading.isOn && (
        <button
          type="button"
          class="tool-button speaking"
          aria-label={words.stopReading}
          title={words.stopReading}
          onClick={reading.toggle}
        >
          {icon("stop", 18)}
        </button>
      )}
    </>
  );
  return (
    <>
      <CopyAnswer {...copying} />
      {canRate ? <RatingButtons reply={reply}>{more}</RatingButtons> : more}
      {last && <FollowUps reply={reply} />}
    </>
  );
}

/** The maximum number drawn, whatever a service sends. */
const max = 3;

/**
 * Suggested next questions, below the newest answer. They are hidden while something else waits for the visitor: a
 * question of the agent, a form, or the message being edited.
 */
function FollowUps({ reply }: { reply: ReplyEntry }): JSX.Element | null {
  const { chat, handoff, words, filling, editing, composer } = useChat();
  const { status, followUps } = reply;
  const isAsking =
    handoff.value?.isHeld.value ||
    filling.value ||
    editing.value ||
    reply.parts.some((part) => part.type === "question" && !part.answer);
  if (status !== "complete" || !followUps?.questions.length || isAsking || chat.state.value !== "ready")
    return null;

  function ask(question: string): void {
    chat.send(question);
    // The clicked button disappears. If a keyboard would cover the answer, the focus goes to the conversation.
    if (matchMedia("(pointer: fine)").matches) composer.current?.focus();
  }

  return (
    <ul class="starters follow-ups" role="list" aria-label={words.starters}>
      {followUps.questions
        .slice(0, max)
        .map(cleanText)
        .map((question) => (
          <li key={question}>
            <button type="button" class="starter" dir="auto" onClick={() => ask(question)}>
              <span>{question}</span>
              {icon("forward", 16)}
            </button>
          </li>
        ))}
    </ul>
  );
}
