const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** Words that carry no topic of their own, in the languages most often written. */
const functionWords = new Set(
  `
  aren couldn didn doesn don hadn hasn haven isn shouldn wasn weren won wouldn
  a about again all also am an and any anyone anything are as at be been but by can could did do does for from get
  had happen happens has have how i if in into is it its just know let like long make may me mean more much
  must my need no not of on one or our out please put puts putting shall she should so some something such take takes tell than that the their them then
  there these they this those to too up us use very want was we were what when where which who why will with work
  works would you your aber als am an auch auf aus bei bitte das dass dein dem den der des die dies diese diesen
  dir doch du ein eine einem einen einer er es für gibt habe haben hat ich ihr im in ist ja kann kannst kein keine
  können mein meine meinen mich mir mit muss nicht noch nur oder sein sich sie sind so um und uns von wann warum was
  wenn wer werden wie wir wird wo zu zum zur ce ces comment dans de des du elle en est et il je la le les ma mais me
  mes mon ne nous on ou où par pas pour quand que quel quelle qui sur un une vous al como cómo con cuál cuando cuándo
  cuánto del dónde el ella es esta este hay los mi mis no o para pero por puedo que qué se sin son su un una y yo che
  come cosa di dove è gli ho il io lo mi per posso quando quanto questo sono una
  `
    .trim()
    .split(/\s+/),
);

/** The words of a text in lower case, in order, in any language. */
export function wordsOf(text: string): readonly string[] {
  return Array.from(segmenter.segment(text.normalize("NFC").toLowerCase()))
    .filter(({ isWordLike }) => isWordLike)
    .flatMap(({ segment }) => segment.split(/['’]/))
    .filter(Boolean);
}

/** The words of a text that say what it is about, each once. */
export function tellingWords(text: string): readonly string[] {
  return [...new Set(wordsOf(text).filter((word) => word.length > 1 && !functionWords.has(word)))];
}

/** How many of the given words a text has; an ending more or less makes no other word ("return", "returned"). */
export function countMatches(text: string, words: readonly string[]): number {
  const present = [...new Set(wordsOf(text))];
  return words.filter((word) => present.some((other) => isSameWord(word, other))).length;
}

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const mostRemaining = short.length > 5 ? 3 : 2;
  let common = 0;
  while (common < short.length && short[common] === long[common]) common++;
  return common >= 4 && short.length - common <= 1 && long.length - common <= mostRemaining + 1;
}
