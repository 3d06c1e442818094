/** Work that is done one after the other. */
export interface TaskLine {
  /** A name that nothing else in this line has. */
  readonly nextKey: () => string;
  /** Runs it once what was added before has ended, and `ready` too. It must not reject. */
  readonly add: (run: () => Promise<void>, ready?: Promise<unknown>) => void;
}

/** Makes a line. */
export function createTaskLine(): TaskLine {
  let end: Promise<unknown> = Promise.resolve();
  let added = 0;
  return {
    nextKey: () => `file-${++added}`,
    add(run, ready) {
      end = Promise.all([end, ready]).then(run);
    },
  };
}
