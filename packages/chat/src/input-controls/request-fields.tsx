import type { JSX } from "preact";
import { cleanText, type ConfirmRequest } from "@servicechat/contract";
import { sayValue } from "./say-value.ts";
import { enInputControls } from "../words/en-input-controls.ts";
import { useChat } from "../context/chat-context.ts";
import { withWords } from "../words/service-words.ts";

/** What a request contains, in readable form, and who receives it if that is known. */
export function RequestFields({ confirm }: { confirm: ConfirmRequest }): JSX.Element | null {
  const words = withWords(enInputControls, useChat().words);
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
