/**
 * Shares one read among all that ask within some milliseconds: tasks that run at the same time, each second, need the
 * same. A failure is everybody's who asked for that read.
 */
export function shareRead<Result>(read: () => Promise<Result>, forMs: number): () => Promise<Result> {
  let shared: { readonly result: Promise<Result>; readonly until: number } | undefined;
  return () => {
    if (!shared || performance.now() >= shared.until)
      shared = { result: read(), until: performance.now() + forMs };
    return shared.result;
  };
}
