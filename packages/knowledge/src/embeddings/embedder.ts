/** Makes vectors of texts, so that texts of like meaning lie near each other. */
export interface Embedder {
  /** Its identity: vectors of two identities do not compare. It holds no secret. */
  readonly model: string;
  /** Whether it makes sense of English texts only. */
  readonly onlyEnglish?: boolean;
  /** Texts of a lower cosine have nothing to do with each other, those of a higher one do; absent where that is not known. */
  readonly relatedBetween?: readonly [number, number];
  /** Texts of a higher cosine are mostly about the same; absent where that is not known. */
  readonly alikeFrom?: number;
  /** The share of its own heading in a passage's vector, from 0 to 1; absent: none. */
  readonly headingShare?: number;
  /** How to interpret cosines between two questions; absent if that is unknown. */
  readonly betweenQuestions?: {
    /** How much higher they are than those of a question and what answers it. */
    readonly ahead: number;
    /** Of a lower cosine, hardly any two are about the same. */
    readonly nearFrom: number;
    /** Two questions of a higher cosine are nearly the same. */
    readonly sameFrom: number;
  };
  /** How many texts at most are given at once. */
  readonly batch: number;
  /**
   * One vector of length 1 for each text, all with as many numbers.
   *
   * @throws EmbeddingError when there is none; the signal's reason when it was aborted
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
}

/** How long an embedder may take. */
export interface EmbedOptions {
  /** For all texts of the call together. */
  readonly timeoutMs: number;
  /** Aborting it rejects the call with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** A visitor waits for it: it goes before other texts that the same embedder reads. */
  readonly urgent?: boolean;
}

/** No vectors could be made. The message is a sentence for the operator and holds no secret. */
export class EmbeddingError extends Error {
  /** Whether trying again may help. */
  readonly retryable: boolean;
  /** Seconds that the other side wants to be left alone; 0: it may be asked again at once. */
  readonly retryAfter: number | undefined;

  constructor(
    sentence: string,
    options: ErrorOptions & { readonly retryable: boolean; readonly retryAfter?: number | undefined },
  ) {
    super(sentence, options);
    this.name = "EmbeddingError";
    this.retryable = options.retryable;
    this.retryAfter = options.retryAfter;
  }
}

/**
 * Vectors as they are stored: of length 1, so that their product is their cosine.
 *
 * @throws EmbeddingError when they are not one for each text, or not numbers all of one count
 */
export function checkedVectors(
  vectors: readonly ArrayLike<number>[],
  texts: number,
): readonly Float32Array[] {
  const size = vectors[0]?.length ?? 0;
  if (vectors.length !== texts || size === 0 || vectors.some(({ length }) => length !== size)) {
    throw new EmbeddingError("The embeddings model did not return one vector per text.", {
      retryable: false,
    });
  }
  return vectors.map(ofLengthOne);
}

function ofLengthOne(numbers: ArrayLike<number>): Float32Array {
  const vector = Float32Array.from(numbers);
  const length = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0));
  if (!(length > 0 && length < Infinity)) {
    throw new EmbeddingError("The embeddings model returned something that is not a vector.", {
      retryable: false,
    });
  }
  return vector.map((number) => number / length);
}

/** The product of two vectors of one length. Where both are of length 1 it is their cosine. */
export function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
