import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ApprovedAnswer, TriedQuestion } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole, useMay } from "../app/console-context.ts";
import { ForeignText } from "../ui/foreign-text.tsx";
import { Field, InputField } from "../ui/form.tsx";
import { icon } from "../ui/icon.tsx";
import { problemText } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";

/** Edits a new or existing answer, and tries it on all of its questions before it is saved. */
export function AnswerEditor({
  agents,
  questions,
  answer,
  text: said = "",
  gap,
  saved,
}: {
  /** The agents to choose from: one, unless the answer is new and not for a particular agent. */
  agents: readonly string[];
  /** The initial questions. */
  questions: readonly string[];
  /** The answer to change; `undefined` for a new one. */
  answer?: ApprovedAnswer;
  /** The initial text of a new answer. */
  text?: string | undefined;
  /** The gap that it fills. */
  gap?: string | undefined;
  saved: (answer: ApprovedAnswer) => void;
}): JSX.Element {
  const { api, words } = useConsole();
  const text = words.approvedAnswers;
  const mayWrite = useMay("responder");
  const [values, setValues] = useState({
    agent: agents[0] ?? "",
    questions: questions.join("\n"),
    text: answer?.text ?? said,
    verbatim: answer?.verbatim ?? false,
    owner: answer?.owner ?? "",
    reviewOn: answer?.reviewOn ?? "",
  });
  const [tried, setTried] = useState<readonly TriedQuestion[]>();
  const writing = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // Anyone who comes from a gap or a chat wants to write.
    if (!answer && questions.length > 0) writing.current?.focus();
  }, []);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const set = (changed: Partial<typeof values>): void => setValues((before) => ({ ...before, ...changed }));

  const what = () => ({
    questions: values.questions
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
    text: values.text,
    verbatim: values.verbatim,
    ...(gap !== undefined && { gap }),
  });
  const run = (work: () => Promise<void>): void => {
    setBusy(true);
    setFailure("");
    work()
      .catch((thrown: unknown) => setFailure(problemText(asProblem(thrown), words)))
      .finally(() => setBusy(false));
  };
  const attempt = (): void =>
    run(async () => {
      const body = { agent: values.agent, ...what(), ...(answer && { answer: answer.id }) };
      const { items } = await api.send<{ items: TriedQuestion[] }>("POST", "answers/try", { body });
      setTried(items);
    });
  const save = (): void =>
    run(async () => {
      const body = { ...what(), reviewOn: values.reviewOn || null };
      const owner = values.owner.trim();
      saved(
        answer
          ? await api.send<ApprovedAnswer>("PATCH", `answers/${encodeURIComponent(answer.id)}`, {
              body: { ...body, owner: owner || null },
              revision: answer.revision,
            })
          : await api.send<ApprovedAnswer>("POST", "answers", {
              // If left empty, the writer becomes the owner.
              body: { agent: values.agent, ...body, ...(owner && { owner }) },
            }),
      );
    });

  return (
    <>
      <form
        class="form answer-form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {answer && <AnswerUse answer={answer} />}
        <fieldset class="form" disabled={!mayWrite}>
          {agents.length > 1 && (
            <Field label={text.agent}>
              {(tied) => (
                <select
                  {...tied}
                  value={values.agent}
                  onChange={({ currentTarget }) => set({ agent: currentTarget.value })}
                >
                  {agents.map((id) => (
                    <option key={id} value={id}>
                      {showHidden(id)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <Field label={text.questions} hint={text.questionsHint}>
            {(tied) => (
              <textarea
                {...tied}
                required
                rows={Math.min(8, Math.max(3, questions.length + 1))}
                dir="auto"
                value={values.questions}
                onInput={({ currentTarget }) => set({ questions: currentTarget.value })}
              />
            )}
          </Field>
          <Field label={text.text} hint={text.textHint}>
            {(tied) => (
              <textarea
                {...tied}
                required
                ref={writing}
                rows={8}
                dir="auto"
                maxLength={8_000}
                value={values.text}
                onInput={({ currentTarget }) => set({ text: currentTarget.value })}
              />
            )}
          </Field>
          <label class="check">
            <input
              type="checkbox"
              checked={values.verbatim}
              onChange={() => set({ verbatim: !values.verbatim })}
            />
            <span>{text.verbatim}</span>
          </label>
          <div class="answer-care">
            <InputField
              label={text.owner}
              optional
              maxLength={100}
              value={values.owner}
              onText={(entered) => set({ owner: entered })}
            />
            <InputField
              label={text.reviewOn}
              optional
              type="date"
              value={values.reviewOn}
              onText={(entered) => set({ reviewOn: entered })}
            />
          </div>
        </fieldset>
        {failure !== "" && (
          <p class="form-problem" role="alert">
            {failure}
          </p>
        )}
        {mayWrite && (
          <div class="form-actions">
            <button type="button" class="button" disabled={isBusy} onClick={attempt}>
              {text.try}
            </button>
            <button type="submit" class="button primary" disabled={isBusy}>
              {words.common.save}
            </button>
          </div>
        )}
      </form>
      {tried && <TriedQuestions tried={tried} />}
    </>
  );
}

/** How often an answer is used, and who has changed it. */
function AnswerUse({ answer }: { answer: ApprovedAnswer }): JSX.Element {
  const { words } = useConsole();
  const text = words.approvedAnswers;
  return (
    <p class="muted">
      {text.hits(answer.hits)}
      {answer.lastHitAt !== null && (
        <>
          , {text.lastHit} <Time at={answer.lastHitAt} />
        </>
      )}{" "}
      · {answer.changedBy === null ? text.changed : text.changedBy(showHidden(answer.changedBy))}{" "}
      <Time at={answer.changedAt} />
    </p>
  );
}

/** What an answer would do for each question, and the resulting text for visitors. */
function TriedQuestions({ tried }: { tried: readonly TriedQuestion[] }): JSX.Element {
  const { words } = useConsole();
  const text = words.approvedAnswers;
  const answered = tried.filter((each) => each.answered).length;
  return (
    <section class="answer-tried" aria-live="polite">
      <h2>{text.triedTitle(answered, tried.length)}</h2>
      <ul class="rows" role="list">
        {tried.map((each) => (
          <li key={each.question}>
            <details>
              <summary class="row">
                <span class="row-main">
                  <span class="row-title">{showHidden(each.question)}</span>
                  <span class="row-detail">{whyOf(each, words)}</span>
                </span>
                <span class={each.answered ? "badge good" : "badge warn"}>
                  {each.answered ? text.answered : text.notAnswered}
                </span>
                {icon("chevron", 16)}
              </summary>
              <blockquote class="gap-passage">
                <ForeignText text={each.says} />
              </blockquote>
            </details>
          </li>
        ))}
      </ul>
      {answered < tried.length && <p class="hint">{text.triedHint}</p>}
    </section>
  );
}

function whyOf(
  { place, score, verbatim }: TriedQuestion,
  words: ReturnType<typeof useConsole>["words"],
): string {
  const text = words.approvedAnswers;
  if (place === null) return text.notFound;
  if (verbatim) return text.wordForWord;
  const share = new Intl.NumberFormat(words.lang, { style: "percent" }).format(score);
  return text.foundAt(place, share);
}
