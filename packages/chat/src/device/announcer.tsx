import type { JSX } from "preact";
import { computed } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { runningReply, textOf, type Conversation } from "../conversation/conversation.ts";
import { cleanText } from "@servicechat/contract";
import { enDevice } from "../words/en-device.ts";
import { useChat } from "../context/chat-context.ts";
import type { Reading } from "../context/lazy-modules.ts";
import { errorText } from "../screens/error-bar.tsx";
import { useIsAway } from "../screens/notice-line.tsx";
import { endingOf } from "../screens/reply-view.tsx";
import { withWords } from "../words/service-words.ts";
import type { DeviceWords } from "../words/words.ts";

/**
 * Tells a screen reader, politely, that an answer is on its way, and then the whole answer, once: a list that
 * announced every piece of a streamed answer would never stop talking. It says, too, that the network is away.
 */
export function Announcer(): JSX.Element {
  const { chat, lazy, words: known } = useChat();
  const words = withWords(enDevice, known);
  const [said, setSaid] = useState("");
  // What was answered here before this part came is told as well.
  const wasAnswering = useRef(isAnsweredHere(chat.conversation.peek()));
  const isAnswering = chat.isAnswering.value;
  const isLost = useIsAway();
  // An answer of a chat that was left is not to be found here. This changes less often than the conversation does.
  const isEmpty = useMemo(() => computed(() => chat.conversation.value.length === 0), [chat]).value;

  useEffect(() => {
    if (isLost) setSaid(words.offline);
    else if (isAnswering) setSaid(words.answering);
    else
      setSaid(
        wasAnswering.current ? outcome(chat.conversation.peek(), words, lazy.reading.module.peek()) : "",
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

function outcome(conversation: Conversation, words: DeviceWords, reading?: Reading): string {
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
