import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { exactText, type ConfirmRequest } from "@servicechat/contract";
import { enInputControls } from "../words/en-input-controls.ts";
import { useChat } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import { withWords } from "../words/service-words.ts";
import type { InputControlWords } from "../words/words.ts";

/** The request as it will be sent, collapsed if its fields are shown, too. */
export function RequestDetails({ confirm }: { confirm: ConfirmRequest }): JSX.Element {
  const words = withWords(enInputControls, useChat().words);
  const { request, fields = [], headers = [], body } = confirm;
  const [isOpen, setOpen] = useState(fields.length === 0);
  const id = useId();
  return (
    <div class="request-details">
      <button
        type="button"
        class="request-unfold"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {icon("chevron", 16)}
        {words.showDetails}
      </button>
      {isOpen && (
        <div id={id} class="request" dir="ltr" role="group" aria-label={words.exactRequest}>
          <code>
            <bdi>{exactText(request)}</bdi>
          </code>
          {headers.length > 0 && (
            <ul class="request-headers" role="list" aria-label={words.requestHeaders}>
              {headers.map(({ name, value }, index) => (
                <li key={index}>
                  <code>{exactText(name)}: </code>
                  {value === undefined ? <em>{words.secretHeader}</em> : headerValue(value, words)}
                </li>
              ))}
            </ul>
          )}
          {body !== undefined && <pre tabIndex={0}>{isolated(body)}</pre>}
        </div>
      )}
    </div>
  );
}

/** JSON in which no text affects the direction of its surroundings. */
function isolated(json: string): (JSX.Element | string)[] {
  return exactText(json)
    .split(/("(?:[^"\\]|\\.)*"?)/)
    .map((piece, index) => (index % 2 ? <bdi key={index}>{piece}</bdi> : piece));
}

/** The site's id of the visitor is stored nowhere, so it is not shown either. */
function headerValue(value: string, words: InputControlWords): (JSX.Element | string)[] {
  return value
    .split("{user.id}")
    .flatMap((text, index) => [
      ...(index > 0 ? [<em key={index}>{words.yourId}</em>] : []),
      <bdi key={`value ${index}`}>{exactText(text)}</bdi>,
    ]);
}
