/** A request that this node accepted without Redis, by the name it will have there. */
export interface UnsentRequest {
  readonly member: string;
  readonly time: number;
}

/** Requests that Redis still has to learn; those that have left the window in the meantime no longer matter. */
interface UnsentRequests {
  add(key: string, request: UnsentRequest): void;
  /** Removes the request with this name, if it is still here. */
  remove(key: string, member: string): void;
  /** Takes out all that are still in the window, by key. Return with `add` what could not be sent. */
  takeAll(now: number): ReadonlyMap<string, readonly UnsentRequest[]>;
}

/** Creates an empty list. Memory: at most this node's share of each key's limit, released a window later. */
export function createUnsentRequests({ windowMs }: { readonly windowMs: number }): UnsentRequests {
  let requests = new Map<string, UnsentRequest[]>();
  let nextSweep = 0;

  function recent(now: number): Map<string, UnsentRequest[]> {
    const kept = new Map<string, UnsentRequest[]>();
    for (const [key, list] of requests) {
      const inWindow = list.filter(({ time }) => now - time < windowMs);
      if (inWindow.length > 0) kept.set(key, inWindow);
    }
    return kept;
  }

  return {
    add(key, request) {
      if (request.time >= nextSweep) {
        nextSweep = request.time + windowMs;
        requests = recent(request.time);
      }
      const list = requests.get(key);
      if (list) list.push(request);
      else requests.set(key, [request]);
    },
    remove(key, member) {
      const list = requests.get(key);
      const at = list?.findIndex((request) => request.member === member) ?? -1;
      if (at >= 0) list?.splice(at, 1);
    },
    takeAll(now) {
      const taken = recent(now);
      requests = new Map();
      return taken;
    },
  };
}
