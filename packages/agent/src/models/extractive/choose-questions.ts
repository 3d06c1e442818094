import { wordsOf } from "@servicechat/contract/language";
import { keywordsOf } from "./keywords.ts";
import { mayPointBack } from "./questions-of.ts";
import type { ReadPassage } from "./read-passages.ts";
import type { Situation } from "./read-situation.ts";
import { isSameSection, ownHeading } from "./sections.ts";
import { answersFrom, type FoundQuestion } from "./write-answer.ts";

/**
 * The parts of a message to answer: if several of its questions have different answers, each of these; its only question, if
 * the sentences around it hide it and it means the same without them; otherwise the message as a whole.
 */
export function chooseQuestions({
  query,
  found,
  separate: { questions, isOnly },
  foundAlone,
}: Pick<Situation, "query" | "separate" | "foundAlone"> & {
  readonly found: readonly ReadPassage[];
}): readonly FoundQuestion[] {
  const whole = [{ query, passages: found }];
  if (isHeading(query, found[0])) return whole;
  const alone = questions
    .map((question, at) => ({ query: question, passages: foundAlone[at] ?? [] }))
    .filter(isAnswered);
  if (isOnly) {
    const [only] = alone;
    const isHidden = (found[0]?.score ?? 0) < answersFrom;
    return only && isHidden && meansTheSame(only) ? [only] : whole;
  }
  const different = alone.filter(
    ({ passages: [best] }, at) =>
      !alone.slice(0, at).some(({ passages: [earlier] }) => best && earlier && isSameSection(best, earlier)),
  );
  return different.length > 1 ? different : whole;
}

/** Common words, as in "Can it make things up?", find something anywhere: only a section that is asked so answers them. */
function isAnswered({ query, passages: [best] }: FoundQuestion): boolean {
  if (best === undefined || best.score < answersFrom) return false;
  return keywordsOf(query).length > 0 || best.startsWithAnswer === true;
}

/** Whether the message is a section's heading, such as "How do I get a key, and where do I put it?" */
function isHeading(query: string, best: ReadPassage | undefined): boolean {
  return best !== undefined && wordsOf(ownHeading(best)).join(" ") === wordsOf(query).join(" ");
}

/** A question with "it" may refer to another sentence, unless the section is known to answer exactly this question. */
const meansTheSame = ({ query, passages: [best] }: FoundQuestion): boolean =>
  !mayPointBack(query) || best?.startsWithAnswer === true;
