import type { JSX } from "preact";
import { cleanText } from "@servicechat/contract";
import { useChat } from "../context/chat-context.ts";
import type { AnswerTextProps } from "../context/lazy-modules.ts";

/** Draws a text of an answer; as plain text until the part that parses it has loaded. */
export function MarkdownView(props: AnswerTextProps): JSX.Element {
  const Text = useChat().lazy.answerView.module.value?.AnswerText;
  return Text ? (
    <Text {...props} />
  ) : (
    <p class="unread" dir="auto">
      {cleanText(props.part.text)}
    </p>
  );
}
