import type { JSX } from "preact";
import { cleanText } from "@servicechat/contract";
import { useChat } from "../context/chat-context.ts";
import type { AnswerTextProps } from "../context/lazy-modules.ts";

/** Draws a text of an answer; as plain text until what reads it has come. */
export function MarkdownView(props: AnswerTextProps): JSX.Element {
  const Text = useChat().lazy.reading.module.value?.AnswerText;
  return Text ? (
    <Text {...props} />
  ) : (
    <p class="unread" dir="auto">
      {cleanText(props.part.text)}
    </p>
  );
}
