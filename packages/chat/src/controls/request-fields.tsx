import type { JSX } from "preact";
import { cleanText, type ConfirmRequest } from "@servicechat/contract";
import { sayValue } from "../forms/say-value.ts";
import { enControls } from "../words/en-controls.ts";
import { useChat } from "../context/chat-context.ts";
import { withWords } from "../words/service-words.ts";

/** What a request takes along, as people read it, and who gets it where that is known. */
export function RequestFields({ confirm }: { confirm: ConfirmRequest }): JSX.Element | null {
  const words = withWords(enControls, useChat().words);
  const { fields = [], host } = confirm;
  if (fields.length === 0 && host === undefined) return null;
  return (
    <dl class="request-fields">
      {fields.map((field, index) => (
        <div key={index}>
          <dt dir="auto">{cleanText(field.label)}</dt>
          <dd dir="auto">{sayValue(field, words)}</dd>
        </div>
      ))}
      {host !== undefined && (
        <div>
          <dt>{words.recipient}</dt>
          <dd>
            <bdi>{cleanText(host)}</bdi>
          </dd>
        </div>
      )}
    </dl>
  );
}
