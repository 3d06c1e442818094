/**
 * What Korean attaches to a noun: endings that make a verb or a sentence of it, and particles. Some stand only behind a
 * consonant, others only behind a vowel, so that a noun which happens to end alike stays whole.
 */
const endings: readonly { readonly ending: RegExp; readonly after?: "consonant" | "vowel" }[] = [
  {
    ending:
      /(?<=..)(?:(?:하|되)(?:나요|는지|는|다|고|면|려면|지|기|며|여)|(?:합|됩|입)니(?:다|까)|(?:해|돼|했어|됐어|이에|예|인가|할까|될까)요|(?:한|된|인)다|이며|이고)$/u,
  },
  { ending: /(?<=.)(?:은|을)$/u, after: "consonant" },
  { ending: /(?<=.)(?:는|를)$/u, after: "vowel" },
  { ending: /(?<=..)(?:이|과|으로)$/u, after: "consonant" },
  { ending: /(?<=..)(?:가|와|로)$/u, after: "vowel" },
  {
    ending:
      /(?<=..)(?:에서|에게서|에게|께서|한테|까지|부터|처럼|보다|마다|조차|마저|밖에|이나|이라도|라도|에|의|도|만)$/u,
  },
];

/** Words that say how something is asked, as stop words do, and particles behind a code or a number. */
const silent = new Set(
  (
    "얼마 얼마나 무엇 무슨 뭐 뭔 뭔가요 어떤 어떻게 어디 어디서 어느 언제 왜 누구 누가 몇 수 것 거 좀 제 저 내 나 그 이 및 등 저희 우리 " +
    "있나요 있어요 있습니까 있을까요 있는지 하나요 하려면 하면 하고 하는 하는지 되나요 되면 되는 되는지 할 될 해야 해도 되고 싶어요 싶습니다 싶은데 싶은데요 " +
    "알려 알고 주세요 알려주세요 해주세요 궁금합니다 궁금해요 걸리나요 걸려요 걸립니까 안녕하세요 감사합니다 인가요 입니다 " +
    "은 는 을 를 가 에 의 도 로 으로 와 과 에서 까지 부터"
  ).split(" "),
);

/** Words that answer a word of a question. */
export const koreanSynonyms: ReadonlyMap<string, readonly string[]> = new Map([
  ["기간", ["이내", "동안", "소요"]],
  ["가격", ["요금", "비용", "금액"]],
  ["요금", ["가격", "비용", "금액"]],
  ["비용", ["가격", "요금", "금액"]],
]);

/**
 * A question with its Korean words as a search needs them: nouns without their particles and endings, since documents
 * attach others to them, and no words that only say how something is asked, unless there are no others.
 *
 * @example
 * koreanNouns("배송료는 얼마인가요?"); // "배송료 ?"
 */
export function koreanNouns(question: string): string {
  const nouns = question.replace(/\p{Script=Hangul}+/gu, (word) => {
    const noun = koreanNoun(word);
    return silent.has(word) || silent.has(noun) ? "" : noun;
  });
  return /[\p{L}\p{N}]/u.test(nouns) ? nouns : question;
}

/** Nobody writes longer ones, and each ending costs a look at the whole. */
const maxWord = 40;

/** A Korean word without its particles and endings: one by one, since several follow each other ("에서는"). */
function koreanNoun(word: string): string {
  if (word.length > maxWord) return word;
  for (const { ending, after } of endings) {
    const noun = word.replace(ending, "");
    const fits = after === undefined || endsInConsonant(noun) === (after === "consonant");
    if (noun !== word && fits) return koreanNoun(noun);
  }
  return word;
}

/** Syllables are in the order of their last consonant: 28 each, the first of them without one. */
function endsInConsonant(word: string): boolean {
  return (word.charCodeAt(word.length - 1) - 0xac00) % 28 !== 0;
}
