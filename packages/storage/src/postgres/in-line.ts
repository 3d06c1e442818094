/** Work under one name is done one after the other, in order; each name has a separate queue. */
type InLine = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** Lines of this process. They hold nothing once they are empty. */
export function createLines(): InLine {
  const lines = new Map<string, Promise<unknown>>();

  return async (name, work) => {
    const before = lines.get(name) ?? Promise.resolve();
    const done = before.then(work, work);
    lines.set(name, done);
    try {
      return await done;
    } finally {
      if (lines.get(name) === done) lines.delete(name);
    }
  };
}
