import type { JSX } from "preact";
import { cleanText } from "@servicechat/contract";
import { markdown } from "../markdown/load-markdown.ts";

/** Draws Markdown; as plain text until what reads it has come. `live`: the text is still growing. */
export function MarkdownView({ text, live }: { text: string; live: boolean }): JSX.Element {
  const Text = markdown.value?.MarkdownText;
  return Text ? (
    <Text text={text} live={live} />
  ) : (
    <p class="unread" dir="auto">
      {cleanText(text)}
    </p>
  );
}
