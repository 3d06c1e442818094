import type { NewPassage } from "@servicechat/storage";
import { normal, pick, seededRandom } from "./random.ts";
import { createVocabulary } from "./vocabulary.ts";

/** A page of the generated site. */
export interface MadeDocument {
  readonly title: string;
  readonly passages: readonly (NewPassage & { readonly vector: Float32Array })[];
}

/** A visitor's question: about one passage, partly in its words. */
export interface MadeQuestion {
  readonly text: string;
  readonly vector: Float32Array;
}

/** The dimensions of the local model. */
const dimensions = 384;
/** The number of directions in which meanings differ: sentence models use only few of their dimensions. */
const latent = 40;
const topicCount = 400;
const wordsOfTopic = 60;
const passagesOfDocument = 20;

interface Topic {
  readonly words: readonly string[];
  readonly centre: readonly number[];
}

/**
 * A site of this many passages of about 170 words, the same in every run. Vectors form clusters, topics within which
 * pages are close together, like those of a sentence model: cosines have a mean of 0.2 and a deviation of 0.1.
 */
export function createCorpus(passages: number, seed = 1) {
  const random = seededRandom(seed);
  const vocabulary = createVocabulary(random);
  const around = (centre: readonly number[], width: number) =>
    centre.map((at) => at + width * normal(random));
  const origin = Array.from({ length: latent }, () => 0);
  const common = Array.from({ length: dimensions }, () => normal(random));
  const projection = Array.from({ length: latent * dimensions }, () => normal(random));
  const topics = Array.from({ length: topicCount }, (): Topic => ({
    words: Array.from({ length: wordsOfTopic }, () => vocabulary.rareWord()),
    centre: around(origin, 0.8),
  }));

  function vectorAt(place: readonly number[]): Float32Array {
    const vector = new Float32Array(dimensions);
    for (let index = 0; index < dimensions; index++) {
      let sum = 3.2 * (common[index] ?? 0) + 1.5 * normal(random);
      for (let axis = 0; axis < latent; axis++)
        sum += (place[axis] ?? 0) * (projection[axis * dimensions + index] ?? 0);
      vector[index] = sum;
    }
    const length = Math.hypot(...vector);
    return vector.map((number) => number / length);
  }

  /** The first words of a topic are its most frequent. */
  const topicWord = ({ words }: Topic) => words[Math.floor(random() ** 2 * words.length)] ?? "";

  function sentence(topic: Topic): string {
    const words = Array.from({ length: 8 + Math.floor(random() * 12) }, () => {
      if (random() < 0.45) return vocabulary.functionWord();
      return random() < 0.4 ? topicWord(topic) : vocabulary.contentWord();
    });
    const text = words.join(" ");
    return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
  }

  const heading = (topic: Topic) =>
    `${vocabulary.contentWord()} ${topicWord(topic)} ${vocabulary.contentWord()}`;
  /** One passage of each document, for questions. */
  const asked: { readonly place: readonly number[]; readonly text: string; readonly topic: Topic }[] = [];

  function makeDocument(size: number): MadeDocument {
    const topic = pick(random, topics);
    const title = heading(topic);
    const centre = around(topic.centre, 0.5);
    const made = Array.from({ length: size }, (_, index) => {
      const place = around(centre, 0.5);
      const text = Array.from({ length: 12 }, () => sentence(topic)).join(" ");
      if (index === 0) asked.push({ place, text, topic });
      const section = heading(topic);
      return {
        headings: [title, section],
        anchor: section.replaceAll(" ", "-"),
        text,
        vector: vectorAt(place),
      };
    });
    return { title, passages: made };
  }

  function makeQuestion(): MadeQuestion {
    const { place, text, topic } = pick(random, asked);
    const words = text.toLowerCase().replaceAll(".", "").split(" ");
    const own = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, words));
    const said = [
      "how do i",
      ...own,
      vocabulary.contentWord(),
      topicWord(topic),
      "in my",
      vocabulary.contentWord(),
    ];
    return { text: said.join(" "), vector: vectorAt(around(place, 0.4)) };
  }

  return {
    /** One after another, so that they are never all in memory. Iterate over them before asking questions. */
    *documents(): Generator<MadeDocument> {
      for (let left = passages; left > 0; left -= passagesOfDocument)
        yield makeDocument(Math.min(left, passagesOfDocument));
    },
    questions: (count: number): readonly MadeQuestion[] => Array.from({ length: count }, makeQuestion),
  };
}
