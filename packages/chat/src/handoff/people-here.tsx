import type { JSX } from "preact";
import { cleanText } from "@servicechat/contract";
import { useChat } from "../context/chat-context.ts";
import { enHandoff } from "../words/en-handoff.ts";
import { withWords } from "../words/service-words.ts";
import { PersonMark } from "../screens/logo.tsx";

/** Below the welcome, where it moves nothing: who is there to answer now; nothing if that is nobody. */
export function PeopleHere(): JSX.Element | null {
  const { chat, words: known } = useChat();
  const words = withWords(enHandoff, known);
  const names = (chat.agent.value?.handoff?.people ?? []).slice(0, 3).map(cleanText);
  if (names.length === 0) return null;
  const list = new Intl.ListFormat(words.lang, { type: "unit", style: "short" });
  return (
    <div class="people-here">
      <span class="people-marks" aria-hidden="true">
        {names.map((name, at) => (
          <PersonMark key={at} name={name} />
        ))}
      </span>
      <p>
        <span>
          {list
            .formatToParts(names)
            .map(({ type, value }) => (type === "element" ? <bdi>{value}</bdi> : value))}
        </span>
        <small>{words.answersAtOnce}</small>
      </p>
    </div>
  );
}
