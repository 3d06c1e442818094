import type { JSX } from "preact";
import type { GivenAnswer, Question } from "@servicechat/contract";
import { cleanText } from "@servicechat/contract";
import { enInputControls } from "../words/en-input-controls.ts";
import { useChat } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import { withWords } from "../words/service-words.ts";

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
        const text = typeof given === "string" ? given : given?.join(", ");
        return (
          <div key={question}>
            <dt dir="auto">{cleanText(question)}</dt>
            {text && !props.answer.skipped ? (
              <dd dir="auto">
                {icon("check", 16)}
                {cleanText(text)}
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
