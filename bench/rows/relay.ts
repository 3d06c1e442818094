import { compare, takeTurns, warmUpRounds } from "../compare.ts";
import { filledWith } from "../filled-with.ts";
import type { Part } from "../part.ts";
import { startChild } from "../processes/child.ts";
import type { LoadStreamsAnswers } from "../processes/load-streams.ts";
import type { RawPipeAnswers } from "../processes/raw-pipe.ts";
import { relayRound } from "../relay-round.ts";
import type { Row } from "../row.ts";
import { withUnit } from "../row.ts";
import { startServiceWithModel } from "../start-service.ts";
import { percentile } from "../statistics.ts";

/** Chats that are in the database already. */
const others = 10_000;
/** More of the busier ones: the start of the slowest hundredth of their streams varies from round to round. */
const rounds = { few: 7, many: 16 };

/**
 * The cost of relaying paced answers, and how much later they begin, compared with forwarding the model's bytes
 * unchanged.
 */
export const relay: Part = async ({ serviceArguments, progress }) => {
  await using started = await startServiceWithModel(serviceArguments, {}, { filling: filledWith(others) });
  await using pipe = startChild<RawPipeAnswers>("raw-pipe.ts");
  await using load = startChild<LoadStreamsAnswers>("load-streams.ts");
  const pipePort = await pipe.ask("listen", { modelPort: started.modelPort });
  const pipeTarget = { ...started.target, port: pipePort };

  const takeRounds = (streams: number, rounds: number) => {
    let turn = 0;
    return takeTurns(
      rounds,
      {
        service: () => relayRound({ load, children: [started.service], target: started.target, streams }),
        baseline: () => relayRound({ load, children: [pipe], target: pipeTarget, streams }),
      },
      () => progress(`relaying to ${streams} visitors, ${++turn} of ${2 * (rounds + warmUpRounds)}`),
    );
  };

  // The busier one first: afterwards both have compiled their code, as after some minutes of operation.
  const many = await takeRounds(100, rounds.many);
  const few = await takeRounds(20, rounds.few);
  const cost = (streams: number, taken: typeof few): Row => {
    const { service, baseline, ratio } = compare(taken, ({ msPerThousand }) => msPerThousand);
    return {
      figure: `processor time of 1,000 tokens, ${streams} streams`,
      measured: `${withUnit(service, "ms")}, pipe ${withUnit(baseline, "ms")}`,
      value: ratio,
      unit: "x",
      atLeast: 1.5,
      aim: 1.25,
    };
  };
  const delay = (name: string, share: number): Row => {
    const { service, baseline, ratio } = compare(many, ({ addedMs }) => percentile(addedMs, share));
    return {
      figure: `added time to first text, 100 streams, ${name}`,
      measured: `${withUnit(service, "ms")}, pipe ${withUnit(baseline, "ms")}`,
      value: ratio,
      unit: "x",
      atLeast: 3,
      aim: 2,
    };
  };
  return [cost(20, few), cost(100, many), delay("p50", 0.5), delay("p99", 0.99)];
};
