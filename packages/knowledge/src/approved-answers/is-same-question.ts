import { foldText, wordsOf } from "@servicechat/contract/language";
import { stem } from "../search/query-words.ts";

/**
 * Words that a question may have or lack and still ask the same, in the languages that visitors mostly write in. All others
 * count, small ones above all: "when" and "where", "before" and "after", "on" and "off", "not", "only".
 */
const empty = new Set(
  (
    "a an the this that is are was will would be do does did can could may my please hi hello hey thanks " +
    "der die das den dem ein eine einen einem einer ist sind wird werden kann mein meine meinen meinem bitte hallo danke " +
    "le la les un une des est sont mon ma mes el los las una es mi mis il lo gli mio mia de het een mijn os um uma meu minha"
  ).split(" "),
);

/**
 * Whether two questions are nearly identical in their wording: the same words, in the same order, except for
 * insignificant ones and endings. Similarity of meaning is not enough if an answer is given word for word.
 */
export function isSameQuestion(one: string, other: string): boolean {
  return sameQuestionAs(one)(other);
}

/** `isSameQuestion` for a question that is compared with many: it may be long, and is taken apart once. */
export function sameQuestionAs(one: string): (other: string) => boolean {
  let words: readonly string[] | undefined;
  return (other) => {
    const own = (words ??= tellingStems(one));
    const others = tellingStems(other);
    return own.length > 0 && own.length === others.length && own.every((word, at) => word === others[at]);
  };
}

function tellingStems(question: string): readonly string[] {
  return wordsOf(foldText(question).replaceAll("'", ""))
    .filter((word) => !empty.has(word))
    .map(stem);
}
