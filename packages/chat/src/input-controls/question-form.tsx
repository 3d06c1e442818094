import type { JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Answers, Question, QuestionPart } from "@servicechat/contract";
import { asObject, cleanText } from "@servicechat/contract";
import { persistedEntries } from "./persisted-entries.ts";
import { enInputControls } from "../words/en-input-controls.ts";
import { useChat, useOpenForm } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import { withWords } from "../words/service-words.ts";

/** The visitor's choice for one question so far. */
interface Choice {
  readonly labels: readonly string[];
  readonly other: string;
  readonly isOther: boolean;
}

const nothing: Choice = { labels: [], other: "", isOther: false };

/** A question without options is answered in free text. */
const unanswered = ({ options }: Question): Choice => ({ ...nothing, isOther: options.length === 0 });

/** The choices before the page was reloaded, if the questions are still the same. */
function keptChoices(questions: readonly Question[], kept: unknown): readonly Choice[] {
  const list: readonly unknown[] = Array.isArray(kept) ? kept : [];
  return questions.map((question, index) => {
    const { labels, other, isOther } = asObject(list[index]) ?? {};
    if (!Array.isArray(labels) || typeof other !== "string") return unanswered(question);
    const chosen = question.options.map(({ label }) => label).filter((label) => labels.includes(label));
    return { labels: chosen, other, isOther: isOther === true || question.options.length === 0 };
  });
}

/**
 * The agent's questions as a form: choices, free text, or skip. If the visitor has written a message instead, which may
 * have been about something else, it collapses, and can be expanded with the earlier choices.
 */
export function QuestionForm({ part }: { part: QuestionPart }): JSX.Element {
  const { chat, ...context } = useChat();
  const entries = persistedEntries(context.entries);
  const words = withWords(enInputControls, context.words);
  const [choices, setChoices] = useState(() => keptChoices(part.questions, entries.read(part.id)));
  const [isUnfolded, setUnfolded] = useState(false);
  const isFolded = part.answer && !isUnfolded;
  useOpenForm(!isFolded);
  const isBlocked = chat.isAnswering.value || chat.state.value === "unavailable";
  const isComplete = choices.every(({ labels, isOther, other }) =>
    isOther ? other.trim() !== "" : labels.length > 0,
  );

  function put(at: number, choice: Choice): void {
    const next = choices.with(at, choice);
    setChoices(next);
    entries.write(part.id, next);
  }

  function answer(answers: Answers, skipped: boolean): void {
    // The buttons are not disabled: one with the focus would lose it when an answer begins in another tab.
    if (isBlocked) return;
    entries.write(part.id, undefined);
    chat.answer(part.id, answers, skipped);
  }

  function submit(event: Event): void {
    event.preventDefault();
    if (isComplete) answer(answersOf(part.questions, choices), false);
  }

  if (isFolded) {
    return <PassedQuestion questions={part.questions} unfold={() => setUnfolded(true)} />;
  }
  return (
    <form class="question" onSubmit={submit}>
      {part.questions.map((question, index) => (
        <QuestionField
          key={question.question}
          question={question}
          choice={choices[index] ?? nothing}
          onChange={(choice) => put(index, choice)}
        />
      ))}
      <div class="question-buttons">
        <button type="button" class="button quiet" aria-disabled={isBlocked} onClick={() => answer({}, true)}>
          {words.skip}
        </button>
        <button type="submit" class="button primary" aria-disabled={!isComplete || isBlocked}>
          {words.submit}
        </button>
      </div>
    </form>
  );
}

/** Questions that the visitor has skipped with a message. */
function PassedQuestion(props: { questions: readonly Question[]; unfold: () => void }): JSX.Element {
  const words = withWords(enInputControls, useChat().words);
  return (
    <div class="question answered">
      <dl>
        {props.questions.map(({ question }) => (
          <dt key={question} dir="auto">
            {cleanText(question)}
          </dt>
        ))}
        <dd class="skipped">{words.wroteInstead}</dd>
      </dl>
      <button type="button" class="button unanswered" aria-expanded={false} onClick={props.unfold}>
        {words.answerStill}
      </button>
    </div>
  );
}

function QuestionField(props: {
  question: Question;
  choice: Choice;
  onChange: (choice: Choice) => void;
}): JSX.Element {
  const words = withWords(enInputControls, useChat().words);
  const { question, choice, onChange } = props;
  const name = useId();
  const text = useRef<HTMLInputElement>(null);
  const wasPressed = useRef(false);
  const type = question.multiSelect ? "checkbox" : "radio";

  function toggle(label: string): void {
    if (!question.multiSelect) return onChange({ ...choice, labels: [label], isOther: false });
    const isChosen = choice.labels.includes(label);
    const labels = isChosen ? choice.labels.filter((other) => other !== label) : [...choice.labels, label];
    onChange({ ...choice, labels });
  }

  // A click on "Something else" means that the visitor wants to write; with arrow keys they may want to move on.
  useLayoutEffect(() => {
    if (choice.isOther && wasPressed.current) text.current?.focus();
    wasPressed.current = false;
  }, [choice.isOther]);

  function toggleOther(): void {
    if (question.multiSelect) onChange({ ...choice, isOther: !choice.isOther });
    else onChange({ ...choice, labels: [], isOther: true });
  }

  return (
    <fieldset>
      <legend>
        <span class="question-header" dir="auto">
          {cleanText(question.header)}
        </span>
        <span class="question-text" dir="auto">
          {cleanText(question.question)}
        </span>
        <span class="unseen">{question.multiSelect ? words.chooseSome : words.chooseOne}</span>
      </legend>
      {question.options.map(({ label, description }) => (
        <Option
          key={label}
          {...{ type, name, label, description }}
          checked={choice.labels.includes(label)}
          toggle={() => toggle(label)}
        />
      ))}
      {question.options.length > 0 && (
        <div onPointerUp={() => (wasPressed.current = true)}>
          <Option {...{ type, name }} label={words.other} checked={choice.isOther} toggle={toggleOther} />
        </div>
      )}
      {choice.isOther && (
        <input
          ref={text}
          class="other"
          type="text"
          dir="auto"
          maxLength={2000}
          aria-label={`${words.otherHint}: ${cleanText(question.question)}`}
          placeholder={words.otherHint}
          value={choice.other}
          onInput={(event) => onChange({ ...choice, other: event.currentTarget.value })}
        />
      )}
    </fieldset>
  );
}

function Option(props: {
  type: "radio" | "checkbox";
  name: string;
  label: string;
  description?: string;
  checked: boolean;
  toggle: () => void;
}): JSX.Element {
  const { type, name, label, description, checked, toggle } = props;
  return (
    <label class="option">
      <input type={type} name={name} checked={checked} onChange={toggle} />
      <span class="tick">{icon("check", 13)}</span>
      <span class="option-words" dir="auto">
        {cleanText(label)}
        {description && <small>{cleanText(description)}</small>}
      </span>
    </label>
  );
}

/** Question text to a label, to free text, or to a list if several may be chosen. */
function answersOf(questions: readonly Question[], choices: readonly Choice[]): Answers {
  return Object.fromEntries(
    questions.map(({ question, multiSelect }, index) => {
      const { labels, isOther, other } = choices[index] ?? nothing;
      const all = isOther ? [...labels, other.trim()] : labels;
      return [question, multiSelect ? all : (all.at(-1) ?? "")];
    }),
  );
}
