import { Fragment, type JSX } from "preact";
import { cleanText, confirmLabel, type GivenAnswer, type Question } from "@servicechat/contract";
import { enInputControls } from "../words/en-input-controls.ts";
import { useChat } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import { IsolatedList } from "./isolated-list.tsx";
import { withWords } from "../words/service-words.ts";
import type { Conversation, VisitorEntry } from "../conversation/conversation.ts";
import type { InputControlWords } from "../words/words.ts";

/** A question of the agent with the visitor's answer. */
export function AnsweredQuestion(props: {
  questions: readonly Question[];
  answer: GivenAnswer;
}): JSX.Element {
  const words = withWords(enInputControls, useChat().words);
  return (
    <dl class="question answered">
      {props.questions.map(({ question }) => {
        const { answers } = props.answer;
        // A question may have the name of an object's built-in property.
        const given = Object.hasOwn(answers, question) ? answers[question] : undefined;
        const values = typeof given === "string" ? [given] : (given ?? []);
        return (
          <div key={question}>
            <dt dir="auto">{cleanText(question)}</dt>
            {values.some(Boolean) && !props.answer.skipped ? (
              <dd dir="auto">
                {icon("check", 16)}
                <IsolatedList values={values.map(cleanText)} />
              </dd>
            ) : (
              <dd class="skipped">{words.skipped}</dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

/**
 * The visitor's answer to a question that is further up: the question itself would show it out of sight. Empty for an
 * answer directly after its question.
 */
export function LateAnswer({ entry }: { entry: VisitorEntry }): JSX.Element | null {
  const { chat, ...context } = useChat();
  const words = withWords(enInputControls, context.words);
  const lines = lateLines(chat.conversation.peek(), entry, words);
  if (lines === undefined) return null;
  return (
    <li class="said">
      <p class="bubble" dir="auto">
        <span class="unseen" dir="auto">
          {words.you}{" "}
        </span>
        {lines.map((values, at) => (
          <Fragment key={at}>
            {at > 0 && "\n"}
            <IsolatedList values={values.map(cleanText)} />
          </Fragment>
        ))}
      </p>
    </li>
  );
}

/** What the visitor has chosen or written, a line for each question. */
function lateLines(
  conversation: Conversation,
  entry: VisitorEntry,
  words: InputControlWords,
): readonly (readonly string[])[] | undefined {
  const { message } = entry;
  if (message.type !== "answer") return undefined;
  const { questionId, answers, skipped } = message.block;
  const at = conversation.findIndex(({ key }) => key === entry.key);
  const before = conversation.slice(0, at).filter((each) => each.from === "agent");
  const asking = before.findIndex(({ parts }) => parts.some(isAsked));
  if (at < 0 || asking < 0 || asking === before.length - 1) return undefined;
  const asked = before[asking]?.parts.find(isAsked);
  const given = Object.values(answers);
  if (asked?.type !== "question" || !asked.confirm)
    return skipped ? [[words.skipped]] : given.map((each) => (typeof each === "string" ? [each] : each));
  const isConfirmed = given.includes(confirmLabel) && !skipped;
  return [[`${asked.confirm.title}: ${isConfirmed ? words.confirmed : words.notConfirmed}`]];

  function isAsked(part: (typeof before)[number]["parts"][number]): boolean {
    return part.type === "question" && part.id === questionId;
  }
}
