/** Why one file cannot be read, as a sentence for the operator. The rest of the sync continues. */
export class ReadingError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = "ReadingError";
  }
}
