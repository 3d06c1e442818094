import { TracesRemain } from "../traces-remain.ts";

/** What deleted text leaves in the write-ahead log until that is emptied. */
interface Traces {
  /** To be called after each deletion of text. @throws TracesRemain */
  readonly remove: () => Promise<void>;
  /** Makes up for a removal that failed, or that a killed process did not come to. @throws TracesRemain */
  readonly removeOld: () => Promise<void>;
}

/** @param emptyLog brings all that was committed into the main file, and cuts the log to nothing */
export function createTraces({ emptyLog }: { readonly emptyLog: () => Promise<void> }): Traces {
  let mayRemain = true;

  async function remove(): Promise<void> {
    try {
      await emptyLog();
      mayRemain = false;
    } catch (cause) {
      mayRemain = true;
      throw new TracesRemain(cause);
    }
  }

  return {
    remove,
    async removeOld() {
      if (mayRemain) await remove();
    },
  };
}
