/** Work under one name is done one after the other, in order; each name has a separate queue. */
type LockQueue = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** Queues of this process. They take no memory once they are empty. */
export function createLockQueue(): LockQueue {
  const queues = new Map<string, Promise<unknown>>();

  return async (name, work) => {
    const before = queues.get(name) ?? Promise.resolve();
    const done = before.then(work, work);
    queues.set(name, done);
    try {
      return await done;
    } finally {
      if (queues.get(name) === done) queues.delete(name);
    }
  };
}
