import { compare, takeTurns, warmUpRounds } from "../compare.ts";
import type { Part } from "../part.ts";
import { startChild } from "../processes/child.ts";
import type { Answers, Child } from "../processes/child.ts";
import type { LoadRequestsAnswers } from "../processes/load-requests.ts";
import type { RawConfigAnswers } from "../processes/raw-config.ts";
import { withUnit } from "../row.ts";
import { startServiceWithModel } from "../start-service.ts";

const rounds = 6;
const connections = 20;
const requestsEach = 750;
const path = "/chat-bot/config";
/** Additional headers of browsers, which both have to parse. */
const browserHeaders = {
  Accept: "*/*",
  "Accept-Encoding": "gzip, deflate, br, zstd",
  "Accept-Language": "en-GB,en;q=0.9,de;q=0.8",
  Referer: "https://shop.example/",
  "Sec-Fetch-Dest": "empty",
  "Sec-Fetch-Mode": "cors",
  "Sec-Fetch-Site": "cross-site",
  "User-Agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
};

/** The cost of requesting the configuration, compared with a server that sends the same bytes for every request. */
export const config: Part = async ({ serviceArguments, progress }) => {
  await using started = await startServiceWithModel(serviceArguments);
  await using raw = startChild<RawConfigAnswers>("raw-config.ts");
  await using load = startChild<LoadRequestsAnswers>("load-requests.ts");
  const { port } = started.target;
  const headers = { ...browserHeaders, ...started.target.headers };
  const body = await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text();
  const rawPort = await raw.ask("listen", { body });

  async function measure(child: Child<Answers>, target: number): Promise<number> {
    const before = await child.usage();
    await load.ask("ask", { port: target, path, headers, connections, requestsEach });
    const after = await child.usage();
    return (connections * requestsEach) / ((after.processorMs - before.processorMs) / 1000);
  }

  let turn = 0;
  const taken = await takeTurns(
    rounds,
    { service: () => measure(started.service, port), baseline: () => measure(raw, rawPort) },
    () => progress(`asking for the configuration, ${++turn} of ${2 * (rounds + warmUpRounds)}`),
  );
  const { service, baseline, ratio } = compare(taken, (perSecond) => perSecond);
  const inMicroseconds = (perSecond: number) => withUnit(1_000_000 / perSecond, "us");
  return [
    {
      figure: "config requests per processor second",
      measured: `${service.toFixed(0)} (${inMicroseconds(service)} each), raw ${baseline.toFixed(0)} (${inMicroseconds(baseline)})`,
      value: ratio,
      unit: "x",
      atLeast: 0.75,
      aim: 0.85,
      moreIsBetter: true,
    },
  ];
};
