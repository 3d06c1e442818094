import { randomBytes } from "node:crypto";
import {
  claimKeysOf,
  findTestPostgres,
  findTestRedis,
  temporaryDatabase,
} from "../../test/support/test-servers.ts";
import { compare, takeTurns, warmUpRounds } from "../compare.ts";
import type { Part } from "../part.ts";
import type { Places } from "../places.ts";
import { startChild } from "../processes/child.ts";
import type { LoadStreamsAnswers } from "../processes/load-streams.ts";
import { relayRound } from "../relay-round.ts";
import type { RelayRound } from "../relay-round.ts";
import type { Row } from "../row.ts";
import { withUnit } from "../row.ts";
import { startService, startServiceWithModel } from "../start-service.ts";

const rounds = 5;

type Sides = Parameters<typeof takeTurns<RelayRound>>[1];

/**
 * The cost of relaying when nodes are connected by Redis, compared with the same service alone, both on PostgreSQL:
 * read on the node where it is written, and followed on another one.
 */
export const redis: Part = async ({ serviceArguments, progress }) => {
  const [postgres, server] = [await findTestPostgres(), await findTestRedis()];
  if (postgres.missing !== undefined) return { skipped: postgres.missing };
  if (server.missing !== undefined) return { skipped: server.missing };
  await using sharedDatabase = await temporaryDatabase();
  await using aloneDatabase = await temporaryDatabase();
  const secret = randomBytes(32).toString("hex");
  await claimKeysOf(secret);
  const redis = { url: server.url, secret };
  const places: Places = { postgresUrl: sharedDatabase.url, redis };
  await using writing = await startServiceWithModel(serviceArguments, places);
  await using following = await startService(serviceArguments, places);
  await using alone = await startServiceWithModel(serviceArguments, { postgresUrl: aloneDatabase.url });
  await using load = startChild<LoadStreamsAnswers>("load-streams.ts");
  const followPort = await following.ask("port");

  const readWhereWritten = (streams: number): Sides => ({
    service: () => relayRound({ load, children: [writing.service], target: writing.target, streams }),
    baseline: () => relayRound({ load, children: [alone.service], target: alone.target, streams }),
  });
  // Both nodes' time counts. Without Redis, too, readers disconnect when the answer begins and follow it.
  const followed = (streams: number): Sides => {
    const [target, children] = [writing.target, [writing.service, following]];
    const [aloneTarget, aloneChildren] = [alone.target, [alone.service]];
    return {
      service: () => relayRound({ load, children, target, streams, followPort }),
      baseline: () =>
        relayRound({
          load,
          children: aloneChildren,
          target: aloneTarget,
          streams,
          followPort: aloneTarget.port,
        }),
    };
  };

  async function cost(figure: string, sides: Sides): Promise<Row> {
    let turn = 0;
    const taken = await takeTurns(rounds, sides, () =>
      progress(`${figure}, ${++turn} of ${2 * (rounds + warmUpRounds)}`),
    );
    const { service, baseline, ratio } = compare(taken, ({ msPerThousand }) => msPerThousand);
    return {
      figure,
      measured: `${withUnit(service, "ms")}, without Redis ${withUnit(baseline, "ms")}`,
      value: ratio,
      unit: "x",
      atLeast: 1.5,
      aim: 1.2,
    };
  }

  // The busier one first, as in `relay`.
  const many = await cost("1,000 tokens with Redis, 100 streams", readWhereWritten(100));
  const few = await cost("1,000 tokens with Redis, 20 streams", readWhereWritten(20));
  return [few, many, await cost("followed on another node, 100 streams", followed(100))];
};
