import { setTimeout as pause } from "node:timers/promises";

const stepMs = 10;

/**
 * Milliseconds that this process has lived since the function was made. What it missed while the machine was busy with
 * something else counts as one step, as it does for every other timer in this process: a limit that is kept here holds on
 * a busy machine, too.
 */
export function startLivedTime(): { readonly ms: () => number } & Disposable {
  let steps = 0;
  const timer = setInterval(() => steps++, stepMs);
  return { ms: () => steps * stepMs, [Symbol.dispose]: () => clearInterval(timer) };
}

/** Waits for something, but rejects once this process has run for this many milliseconds. */
export async function inLivedTime<Value>(value: Value | Promise<Value>, ms: number): Promise<Value> {
  const ended = new AbortController();
  const late = async (): Promise<never> => {
    for (let lived = 0; lived < ms; lived += stepMs) await pause(stepMs, undefined, ended);
    throw new Error(`Nothing within ${ms} ms.`);
  };
  try {
    return await Promise.race([value, late()]);
  } finally {
    ended.abort();
  }
}
