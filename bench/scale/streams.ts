import { startChild } from "../processes/child.ts";
import type { LoadStreamsAnswers } from "../processes/load-streams.ts";
import { relayRound } from "../relay-round.ts";
import type { RelayRound } from "../relay-round.ts";
import { withUnit } from "../row.ts";
import { startServiceWithModel } from "../start-service.ts";
import { median, percentile } from "../statistics.ts";
import { count } from "./scale.ts";
import type { Scale } from "./scale.ts";

const sizes = [5, 20, 100, 300];
const rounds = 5;
const warmUpRounds = 2;

/** An increasing number of simultaneous answers on one node, 50 tokens a second each, on SQLite. */
export const streams: Scale = async (progress) => {
  await using started = await startServiceWithModel([]);
  await using load = startChild<LoadStreamsAnswers>("load-streams.ts");
  const children = [started.service];
  const taken = new Map(sizes.map((size): [number, RelayRound[]] => [size, []]));
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    for (const [size, list] of taken) {
      progress(`${size} answers at once, ${round + 1} of ${warmUpRounds + rounds}`);
      const measured = await relayRound({ load, children, target: started.target, streams: size });
      if (round >= warmUpRounds) list.push(measured);
    }
  }
  return [
    [
      "answers at once",
      "1,000 tokens",
      "tokens that fill a core, a second",
      "added to first text, p50",
      "p99",
    ],
    ...[...taken].map(([size, list]) => {
      const cost = median(list.map(({ msPerThousand }) => msPerThousand));
      const added = list.flatMap(({ addedMs }) => addedMs);
      return [
        count(size),
        withUnit(cost, "ms"),
        count(1e6 / cost),
        withUnit(percentile(added, 0.5), "ms"),
        withUnit(percentile(added, 0.99), "ms"),
      ];
    }),
  ];
};
