import { pick } from "./random.ts";

const functionWords =
  `the a an of to and in for is are on with that this it you your we be can will by or as from at if not
  when which has have all any each one more than into after before but so its their there then only also`
    .split(/\s+/)
    .filter(Boolean);

/** Typical words of help centres, the most frequent first. */
const commonWords =
  `account page order click settings email select customer product payment user time price data file
  option change add view number date name address default list example set button field service order store shop website
  message report plan team project setting choose create delete update enter open close search filter export import
  download upload invoice refund shipping delivery return exchange coupon discount tax currency card bank transfer
  subscription renewal trial upgrade cancel password login security permission role member admin owner workspace
  notification reminder calendar schedule appointment booking reservation ticket agent chat conversation template layout
  theme colour font image video gallery menu header footer domain hosting certificate backup restore migration
  integration webhook token key endpoint request response error warning limit quota storage database table row column
  chart dashboard metric goal campaign audience segment newsletter form survey question answer rating comment review`
    .split(/\s+/)
    .filter(Boolean);

const beginnings = "b br c cr d dr f fl g gr h k l m n p pr qu r s st t tr v w z".split(" ");
const middles = "a e i o u ai ea io ou".split(" ");
const ends = "n r l t s nd rt m ck x v st".split(" ");

/** A word that exists in no language, but could. */
function madeUpWord(random: () => number): string {
  const syllables = 2 + Math.floor(random() * 2);
  let word = "";
  for (let syllable = 0; syllable < syllables; syllable++)
    word += pick(random, beginnings) + pick(random, middles);
  return word + pick(random, ends);
}

/** Words of a large site: some occur in a third of all passages, most in a handful. */
export interface Vocabulary {
  functionWord(): string;
  /** A random word by its frequency. */
  contentWord(): string;
  /** A word that occurs in few passages, for the topic of some. */
  rareWord(): string;
}

const size = 20_000;
/** Flattens the top of Zipf's law, so that the most frequent word occurs in a third of the passages and not in all. */
const offset = 30;

/** The same words for the same numbers. */
export function createVocabulary(random: () => number): Vocabulary {
  const words = new Set(commonWords);
  while (words.size < size) words.add(madeUpWord(random));
  const all = [...words];
  const sums = new Float64Array(size);
  let sum = 0;
  for (let rank = 0; rank < size; rank++) sums[rank] = sum += 1 / (rank + offset);

  function contentWord(): string {
    const wanted = random() * sum;
    let [low, high] = [0, size - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return all[low] ?? "";
  }

  return {
    functionWord: () => pick(random, functionWords),
    contentWord,
    rareWord: () => all[commonWords.length + Math.floor(random() * (size - commonWords.length))] ?? "",
  };
}
