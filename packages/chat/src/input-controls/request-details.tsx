import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import {
  exactText,
  cleanText,
  type ConfirmRequest,
  type ConfirmField,
  type FieldValue,
} from "@servicechat/contract";
import { enInputControls } from "../words/en-input-controls.ts";
import { useChat } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import { withWords } from "../words/service-words.ts";
import type { InputControlWords, Words } from "../words/words.ts";
import { IsolatedList } from "./isolated-list.tsx";

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
          <dd dir="auto">
            <IsolatedList values={sayValues(field, words)} />
          </dd>
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

type Speech = Pick<Words, "lang" | "yes" | "no">;

/** Represents an empty value. */
const nothing = "–";

/** The values of a request's field as its reader would write them: yes and no, and dates. Never empty. */
function sayValues(
  { value, format }: Pick<ConfirmField, "value" | "format">,
  words: Speech,
): readonly string[] {
  const values: readonly FieldValue[] = Array.isArray(value) ? value : [value as FieldValue];
  return values.length > 0 ? values.map((each) => sayOne(each, format, words)) : [nothing];
}

function sayOne(value: FieldValue, format: ConfirmField["format"], words: Speech): string {
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (value === null || value === "") return nothing;
  // A number may be an order number, so it gets no separators.
  if (typeof value === "number") return String(value);
  return (format && sayTime(value, format, words.lang)) ?? exactText(value);
}

const day = { year: "numeric", month: "long", day: "numeric" } as const;
const clock = { hour: "numeric", minute: "2-digit" } as const;

/** A date, or an instant with its time; `undefined` for anything else. A time without a zone keeps its hour. */
function sayTime(
  text: string,
  format: NonNullable<ConfirmField["format"]>,
  lang: string,
): string | undefined {
  const [, date, hour = "", zone = ""] =
    /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?([Zz]|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
  const isWhole = format === "date" ? hour === "" : hour !== "";
  const at = new Date(zone ? text : `${date}T${hour || "00:00"}Z`);
  if (!isWhole || Number.isNaN(at.getTime())) return undefined;
  const zoned = zone ? { timeZoneName: "short" as const } : { timeZone: "UTC" };
  return new Intl.DateTimeFormat(lang, { ...day, ...(hour && clock), ...zoned }).format(at);
}
