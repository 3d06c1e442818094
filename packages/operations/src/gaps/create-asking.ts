import { setImmediate, setTimeout as pause } from "node:timers/promises";
import type { OperationContext } from "../operation-context.ts";
import type { Storage } from "@servicechat/storage";

/** Asks the questions of one check, one after the other. */
export interface Asking {
  /** Asks one, when no other check in this process is asking. @throws the signal's reason when it is aborted */
  next<Result>(ask: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
  /** How many were asked. */
  asked(): number;
}

/** The last question that is being asked, whichever check asks it. */
const asking = new WeakMap<Storage, Promise<unknown>>();

/**
 * Lets visitors in between: a search takes milliseconds of the only thread, so never two are made at once, and before
 * each one there is a pause.
 */
export function createAsking({ storage }: Pick<OperationContext, "storage">, pauseMs: number): Asking {
  let asked = 0;
  return {
    async next(ask, signal) {
      await (pauseMs > 0 ? pause(pauseMs, undefined, { signal, ref: false }) : setImmediate());
      signal.throwIfAborted();
      asked++;
      const before = asking.get(storage) ?? Promise.resolve();
      const answer = before.then(ask, ask);
      asking.set(storage, answer);
      return answer;
    },
    asked: () => asked,
  };
}
