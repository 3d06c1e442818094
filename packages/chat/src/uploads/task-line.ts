/** Work that is done one after the other. */
export interface TaskLine {
  /** A name that is unique in this line. */
  readonly nextKey: () => string;
  /** Runs it once earlier work has ended, and `ready` too. It must not reject. */
  readonly add: (run: () => Promise<void>, ready?: Promise<unknown>) => void;
}

/** Creates a line. */
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
