import type { RedisLink } from "./link.ts";

/** A counter that may have to learn what the windows in Redis contain. */
export interface LearningCounter {
  /** A starting node knows nothing yet. One that was cut off continues with what it knew. */
  readonly mustLearn: boolean;
  /** Learns from those of these keys that are its windows. */
  learn(keys: readonly string[]): Promise<void>;
}

/** Scans the keys in Redis once, for all counters that must learn. @throws RedisLost */
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
