import type { ApprovedAnswer, DocumentRecord, NewPassage } from "@servicechat/storage";
import { isSameQuestion } from "../approved-answers/is-same-question.ts";
import { queryWords, stem } from "../search/query-words.ts";
import type { EvaluationQuestion } from "./evaluation.ts";

/** Approved answers as what questions can expect. */
interface Approved {
  /** Each as a document at `answers/ID`. */
  readonly documents: readonly DocumentRecord[];
  /** The content of such a document; `undefined` for any other. */
  readonly passagesOf: (documentId: string) => readonly NewPassage[] | undefined;
  /** The same questions: an approved answer to a question is right too, whatever page also answers it. */
  readonly questions: readonly EvaluationQuestion[];
}

/** Takes approved answers into an evaluation. */
export function withApproved(
  questions: readonly EvaluationQuestion[],
  answers: readonly ApprovedAnswer[],
): Approved {
  const nameOf = (answer: ApprovedAnswer) => answer.questions[0] ?? "";
  const locationOf = ({ id }: ApprovedAnswer) => `answers/${id}`;
  const texts = new Map(answers.map((answer) => [answer.id, answer]));
  return {
    documents: answers.map((answer) => ({
      id: answer.id,
      agentId: answer.agentId,
      source: "answers",
      location: locationOf(answer),
      title: nameOf(answer),
      url: null,
      fingerprint: String(answer.revision),
      readAt: answer.changedAt,
    })),
    passagesOf(id) {
      const answer = texts.get(id);
      return answer && [{ headings: [nameOf(answer)], anchor: null, text: answer.text }];
    },
    questions: questions.map((asked) => {
      const own = answers.filter((answer) =>
        answer.questions.some((question) => isSameWording(question, asked.question)),
      );
      if (asked.pages.length === 0 || own.length === 0) return asked;
      const { pages, sections = [] } = asked;
      const named = sections.length > 0 && { sections: [...sections, ...own.map(nameOf)] };
      return { ...asked, pages: [...pages, ...own.map(locationOf)], ...named };
    }),
  };
}

function isSameWording(one: string, other: string): boolean {
  const [telling, others] = [one, other].map((question) => new Set(queryWords(question).map(stem)));
  return telling?.symmetricDifference(others ?? new Set()).size === 0 && isSameQuestion(one, other);
}
