import type { JSX } from "preact";
import { cleanText, confirmLabel } from "@servicechat/contract";
import type { Conversation, VisitorEntry } from "../conversation/conversation.ts";
import { enInputControls } from "../words/en-input-controls.ts";
import { useChat } from "../context/chat-context.ts";
import { withWords } from "../words/service-words.ts";
import type { InputControlWords } from "../words/words.ts";

/**
 * The visitor's answer to a question that is further up: the question itself would show it out of sight. Empty for an
 * answer directly after its question.
 */
export function LateAnswer({ entry }: { entry: VisitorEntry }): JSX.Element | null {
  const { chat, ...context } = useChat();
  const words = withWords(enInputControls, context.words);
  const text = lateText(chat.conversation.peek(), entry, words);
  if (text === undefined) return null;
  return (
    <li class="said">
      <p class="bubble" dir="auto">
        <span class="unseen" dir="auto">
          {words.you}{" "}
        </span>
        {cleanText(text)}
      </p>
    </li>
  );
}

function lateText(
  conversation: Conversation,
  entry: VisitorEntry,
  words: InputControlWords,
): string | undefined {
  const { message } = entry;
  if (message.type !== "answer") return undefined;
  const { questionId, answers, skipped } = message.block;
  const at = conversation.findIndex(({ key }) => key === entry.key);
  const before = conversation.slice(0, at).filter((each) => each.from === "agent");
  const asking = before.findIndex(({ parts }) => parts.some(isAsked));
  if (at < 0 || asking < 0 || asking === before.length - 1) return undefined;
  const asked = before[asking]?.parts.find(isAsked);
  const given = Object.values(answers).map((each) => (typeof each === "string" ? each : each.join(", ")));
  if (asked?.type !== "question" || !asked.confirm) return skipped ? words.skipped : given.join("\n");
  const isConfirmed = given.includes(confirmLabel) && !skipped;
  return `${asked.confirm.title}: ${isConfirmed ? words.confirmed : words.notConfirmed}`;

  function isAsked(part: (typeof before)[number]["parts"][number]): boolean {
    return part.type === "question" && part.id === questionId;
  }
}
