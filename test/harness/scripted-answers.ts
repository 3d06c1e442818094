import { words } from "../support/model-server.ts";
import type { ModelAsk, ModelScript, ModelStep } from "../support/model-server.ts";

/* A model whose answer follows from the question, so that a reader of a history can tell which text belongs where. */

/** The model's answer to a question. Its words are numbered, so that a missing or duplicated one is detected. */
export function answerTo(question: string): string {
  const length = 24 + (question.length % 17);
  return Array.from({ length }, (_, index) => `${question}#${index}`).join(" ");
}

/** Answers each question word by word, with a pause of this many milliseconds after each. */
export function answering({ pauseMs }: { readonly pauseMs: number }): ModelScript {
  return (ask) => wordByWord(lastQuestion(ask), pauseMs);
}

/**
 * Answers some questions quickly and others slowly, so that a fault affects replies of all ages: they take from about a
 * fifth of a second to three.
 */
export const answeringAtAnyPace: ModelScript = (ask) => {
  const question = lastQuestion(ask);
  return wordByWord(question, pauseAfterWordsOf(question));
};

/** In milliseconds; the same for the same question. */
function pauseAfterWordsOf(question: string): number {
  const sum = Array.from(question).reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return [5, 30, 75][sum % 3] ?? 0;
}

function wordByWord(question: string, pauseMs: number): readonly ModelStep[] {
  return words(answerTo(question)).flatMap((word): ModelStep[] => [word, { wait: pauseMs }]);
}

/** Questions that were not answered stand before it in the same message, since roles take turns. */
function lastQuestion({ messages }: ModelAsk): string {
  const said = String(messages.findLast(({ role }) => role === "user")?.content);
  return said.split("\n\n").at(-1) ?? said;
}
