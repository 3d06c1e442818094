import type { JSX } from "preact";
import { computed } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { runningReply, textOf, type Conversation } from "../conversation/conversation.ts";
import { cleanText } from "@servicechat/contract";
import { enMenuAndTabs } from "../words/en-menu-and-tabs.ts";
import { useChat } from "../context/chat-context.ts";
import type { AnswerView } from "../lazy/lazy-modules.ts";
import { errorText, endingOf } from "../screens/reply-view.tsx";
import { useIsAway } from "../screens/notice-line.tsx";
import { withWords } from "../words/service-words.ts";
import type { MenuAndTabsWords } from "../words/words.ts";

/**
 * Tells screen readers, politely, that an answer is in progress, and then the whole answer, once: announcing every
 * piece of a streamed answer would never stop. It also announces that the network is away.
 */
export function Announcer(): JSX.Element {
  const { chat, lazy, words: known } = useChat();
  const words = withWords(enMenuAndTabs, known);
  const [said, setSaid] = useState("");
  // An answer from before this part loaded is announced too.
  const wasAnswering = useRef(isAnsweredHere(chat.conversation.peek()));
  const isAnswering = chat.isAnswering.value;
  const isLost = useIsAway();
  // An answer of a chat that was left is not announced here. This changes less often than the conversation.
  const isEmpty = useMemo(() => computed(() => chat.conversation.value.length === 0), [chat]).value;

  useEffect(() => {
    if (isLost) setSaid(words.offline);
    else if (isAnswering) setSaid(words.answering);
    else
      setSaid(
        wasAnswering.current ? outcome(chat.conversation.peek(), words, lazy.answerView.module.peek()) : "",
      );
    wasAnswering.current = isAnswering;
  }, [isAnswering, isLost, isEmpty]);

  return (
    <div class="unseen" role="status" aria-live="polite" lang={words.lang}>
      {said}
    </div>
  );
}

function isAnsweredHere(conversation: Conversation): boolean {
  const last = conversation.at(-1);
  return last?.from === "agent" && !last.key.startsWith("msg_");
}

function outcome(conversation: Conversation, words: MenuAndTabsWords, reading?: AnswerView): string {
  const last = conversation.at(-1);
  if (last?.from !== "agent" || runningReply(conversation)) return "";
  if (last.error) return errorText(last.error, words);
  const asked = last.parts.flatMap((part) =>
    part.type === "question"
      ? [part.confirm?.title ?? "", ...part.questions.map(({ question }) => question)]
      : [],
  );
  const text = reading?.wordsOfReply(last, conversation) ?? textOf(last);
  const told = cleanText([text, ...asked].filter(Boolean).join(" "));
  return told ? words.finished(told) : (endingOf(last, words) ?? "");
}
