/** The command was understood but cannot be executed: the sentence is for the operator, the exit code is 1. */
export class CommandError extends Error {
  constructor(sentence: string, options?: { readonly cause?: unknown }) {
    super(sentence, options);
    this.name = "CommandError";
  }
}
