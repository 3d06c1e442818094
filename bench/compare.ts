import { median } from "./statistics.ts";

/** Results of the service and of its baseline, from alternating rounds. */
interface Compared {
  readonly service: number;
  readonly baseline: number;
  /** Median of the ratios of consecutive rounds, so that a machine that slows down affects both. */
  readonly ratio: number;
}

/** Combines the results of the service and of the baseline in the same round, selected by `pick`. */
export function compare<Round>(
  rounds: readonly { readonly service: Round; readonly baseline: Round }[],
  pick: (round: Round) => number,
): Compared {
  const pairs = rounds.map(({ service, baseline }) => ({ service: pick(service), baseline: pick(baseline) }));
  return {
    service: median(pairs.map(({ service }) => service)),
    baseline: median(pairs.map(({ baseline }) => baseline)),
    ratio: median(pairs.map(({ service, baseline }) => service / baseline)),
  };
}

/** Rounds before the counted ones, in which both compile their code. */
export const warmUpRounds = 3;

/** Runs alternating rounds, service first: A B A B, after some that are not counted. */
export async function takeTurns<Round>(
  rounds: number,
  measure: { readonly service: () => Promise<Round>; readonly baseline: () => Promise<Round> },
  progress: () => void,
): Promise<{ readonly service: Round; readonly baseline: Round }[]> {
  const taken = [];
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    progress();
    const service = await measure.service();
    progress();
    taken.push({ service, baseline: await measure.baseline() });
  }
  return taken.slice(warmUpRounds);
}
