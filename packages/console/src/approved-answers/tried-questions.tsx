import type { JSX } from "preact";
import type { TriedQuestion } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { ForeignText } from "../ui/foreign-text.tsx";
import { icon } from "../ui/icon.tsx";
import { showHidden } from "../ui/show-hidden.ts";

/** What an answer would do for each question, and the resulting text for visitors. */
export function TriedQuestions({ tried }: { tried: readonly TriedQuestion[] }): JSX.Element {
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
