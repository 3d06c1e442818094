import type { RedisLink } from "./link.ts";

/** A counter that may have to be told what the windows in Redis hold. */
export interface LearningCounter {
  /** A node that begins has heard of nothing yet. One that was cut off goes on with what it knew. */
  readonly mustLearn: boolean;
  /** Learns from those of these keys that are its windows. */
  learn(keys: readonly string[]): Promise<void>;
}

/** Goes through the keys in Redis once, for all counters that must learn. @throws RedisLost */
export async function learnWindows({
  link,
  prefix,
  counters,
}: {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly counters: readonly LearningCounter[];
}): Promise<void> {
  const learning = counters.filter(({ mustLearn }) => mustLearn);
  if (learning.length === 0) return;
  let cursor = "0";
  do {
    const scan = ["SCAN", cursor, "MATCH", `${asPattern(prefix)}:{*`, "COUNT", "1000"];
    const [next, keys] = (await link.send(...scan)) as [string, string[]];
    cursor = next;
    for (const counter of learning) await counter.learn(keys);
  } while (cursor !== "0");
}

function asPattern(text: string): string {
  return text.replaceAll(/[\\*?[\]^]/g, "\\$&");
}
