import { ResidueRemains } from "../schema/residue-remains.ts";

/** The traces of deleted text in the write-ahead log until that is emptied. */
interface WalResidue {
  /** To be called after each deletion of text. @throws ResidueRemains */
  readonly remove: () => Promise<void>;
  /** Makes up for a removal that failed, or that a killed process did not come to. @throws ResidueRemains */
  readonly removeOld: () => Promise<void>;
}

/**
 * @param emptyLog brings all that was committed into the main file, and cuts the log to nothing
 * @param mayRemain whether an earlier process has left a log: after a proper stop there is none, and nothing to do
 */
export function createWalResidue({
  emptyLog,
  mayRemain,
}: {
  readonly emptyLog: () => Promise<void>;
  mayRemain: boolean;
}): WalResidue {
  async function remove(): Promise<void> {
    try {
      await emptyLog();
      mayRemain = false;
    } catch (cause) {
      mayRemain = true;
      throw new ResidueRemains(cause);
    }
  }

  return {
    remove,
    async removeOld() {
      if (mayRemain) await remove();
    },
  };
}
