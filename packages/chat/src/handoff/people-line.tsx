import type { JSX } from "preact";
import { cleanText } from "@servicechat/contract";
import type { PlaceInGroup } from "../answer-view/groups.ts";
import type { PeopleLine as Line } from "../conversation/conversation.ts";
import { useChat } from "../context/chat-context.ts";
import { PersonMark } from "../screens/logo.tsx";
import { enHandoff } from "../words/en-handoff.ts";
import { withWords } from "../words/service-words.ts";
import type { HandoffWords } from "../words/words.ts";
import { isKnownEvent } from "./people-lines.ts";

/**
 * A person's message, with their name: plain text, never Markdown. Or an event: nothing if this build does not know it.
 *
 * @param props.namesAuthor the AI spoke before, so that it is shown that a person does now; screen readers always hear it
 * @param props.follows it continues a group, at whose head the name is
 * @param props.isEnd it ends its group
 */
export function PeopleLine(props: { line: Line } & PlaceInGroup): JSX.Element | null {
  const { line, namesAuthor, follows, isEnd } = props;
  const { lazy, words: known } = useChat();
  const words = withWords(enHandoff, known);
  if (line.from === "event") {
    const text = isKnownEvent(line.type) ? happened(line, words) : "";
    return text === "" ? null : (
      <li class="happened" dir="auto">
        {text}
      </li>
    );
  }
  const TimeNote = lazy.answerView.module.value?.TimeNote;
  const name = cleanText(line.name);
  return (
    <li class={follows ? "person follows" : "person"} tabIndex={-1}>
      <span class="unseen">{words.agent(`${name} (${words.person})`)}</span>
      {!follows && (
        <p class="author person-name" aria-hidden="true">
          <PersonMark name={name} />
          <span>
            <bdi>{name}</bdi>
            {namesAuthor && ` · ${words.person}`}
          </span>
        </p>
      )}
      <p class="person-text" dir="auto">
        {cleanText(line.text)}
      </p>
      {TimeNote && !Number.isNaN(line.at) && <TimeNote at={line.at} isEnd={isEnd} />}
    </li>
  );
}

function happened({ type, name }: Extract<Line, { from: "event" }>, words: HandoffWords): string {
  const who = cleanText(name);
  switch (type) {
    case "waiting":
      return words.personAsked;
    case "joined":
    case "assigned":
      return words.joined(who);
    case "left":
      return words.left(who);
    case "nobody":
      return words.nobodyCame;
    case "handed_back":
    case "back_to_assistant":
    case "silent":
    case "closed":
      return words.handedBack;
  }
}

/** In the title bar, while a person has the chat: who it is, and for whom. */
export function PersonTitle({ name: given }: { name: string }): JSX.Element {
  const { config } = useChat();
  const name = cleanText(given);
  return (
    <>
      <PersonMark name={name} size="large" />
      <h1>
        <bdi>{name}</bdi>
        <small>
          <span class="unseen">{" · "}</span>
          <bdi>{cleanText(config.agent.name)}</bdi>
        </small>
      </h1>
    </>
  );
}
