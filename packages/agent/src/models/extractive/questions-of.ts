import { wordsOf } from "@servicechat/contract/language";

/** A message of more words tells a story around what it asks, and the story's words would be looked for too. */
const maxWords = 24;
/** Fewer words ask nothing without what stands around them, such as "Right?". */
const minWords = 4;

const sentences = new Intl.Segmenter(undefined, { granularity: "sentence" });

/** What a long message asks: its questions, in their order. A short message, or one without questions, as it is. */
export function questionsOf(message: string): string {
  if (wordsOf(message).length <= maxWords) return message;
  const questions = [...sentences.segment(message)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => /[?？؟][!)"'”»]*$/.test(sentence));
  const asked = questions.filter((question) => wordsOf(question).length >= minWords).join(" ");
  return asked === "" ? message : asked;
}
