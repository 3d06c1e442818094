import { headers, paths } from "@servicechat/contract";
import type { Check, Inspection } from "../check.ts";
import { Mismatch, must, mustBe, needs } from "../expect.ts";
import { mustAnswer, mustRefuse, readProblem } from "../problem.ts";
import { readRateHeaders } from "../rate-headers.ts";
import type { RateStanding } from "../rate-headers.ts";
import { specifiedRoutes } from "../routes.ts";
import { messageAsk } from "../visitor.ts";
import type { Exchange, Visitor, VisitorAsk } from "../visitor.ts";

const limits = { source: "specification", section: "Limits" } as const;
const rate = { source: "wire", section: "Rate" } as const;
const maxToUseUp = 60;

/** What counts towards the limit, as far as it can be seen without exceeding it. */
export const rateChecks: readonly Check[] = [
  {
    id: "rate/shared",
    sentence: "All paths share one counter: each accepted request costs one, whatever it asks for.",
    ...rate,
    run: ({ visitor }) =>
      mustCost(visitor, [
        [{ path: paths.agent }, 0], // the start of the count
        [{ path: paths.config }, 1],
        [{ path: paths.history }, 1],
        [messageAsk("{"), 1],
        [{ path: paths.stop, method: "POST" }, 1],
      ]),
  },
  {
    id: "rate/uncounted",
    sentence: "A request that is refused because of its origin costs nothing.",
    ...rate,
    run: ({ visitor }) =>
      mustCost(visitor, [
        [{ path: paths.agent }, 0],
        [{ path: paths.agent, origin: "https://not-allowed.invalid" }, 0],
        [messageAsk("{", { origin: "https://not-allowed.invalid" }), 0],
        [{ path: paths.agent }, 1],
      ]),
  },
];

/** What happens over the limit. Needs a separate key, since it uses it up. */
export const overLimitChecks: readonly Check[] = [
  {
    id: "rate/exceeded",
    sentence: "Requests to all paths together use up a key's limit; then each path answers 429.",
    ...limits,
    async run(inspection) {
      const key = await useUpSmallKey(inspection);
      for (const { method, path } of specifiedRoutes)
        mustAnswer(await inspection.visitor.ask({ method, path, key, unpaced: true }), 429);
    },
  },
  {
    id: "rate/problem",
    sentence: "A 429 because of the rate has Retry-After and the registered problem type, and is retryable.",
    ...rate,
    async run(inspection) {
      const key = await useUpSmallKey(inspection);
      const refused = await inspection.visitor.ask({ path: paths.agent, key, unpaced: true });
      mustRefuse(refused, "rate_limited");
      const { type, retryable } = readProblem(refused) ?? {};
      mustBe("type", type, "https://iana.org/assignments/http-problem-types#quota-exceeded");
      mustBe("retryable", retryable, true);
      const wait = refused.headers.get(headers.retryAfter);
      must(/^[1-9]\d*$/.test(wait ?? ""), "Retry-After of 1 or more", wait);
    },
  },
  {
    id: "rate/recovers",
    sentence: "After the number of seconds given by a 429, the next request is accepted.",
    ...rate,
    async run(inspection) {
      const { visitor } = inspection;
      const key = await useUpSmallKey(inspection);
      const refused = await visitor.ask({ path: paths.agent, key, unpaced: true });
      const seconds = Number(refused.headers.get(headers.retryAfter));
      must(
        seconds >= 1 && seconds <= 60,
        "Retry-After from 1 to 60",
        refused.headers.get(headers.retryAfter),
      );
      await visitor.clock.sleep(seconds * 1000);
      mustAnswer(await visitor.ask({ path: paths.agent, key, unpaced: true }), 200);
    },
  },
];

/**
 * Sends the requests one after another and compares what is left after each. The window slides, so this is conclusive
 * only while no earlier request leaves it; otherwise it is repeated.
 */
async function mustCost(visitor: Visitor, asks: readonly (readonly [VisitorAsk, number])[]): Promise<void> {
  for (let attempt = 1; attempt <= 20; attempt++) {
    await visitor.makeRoom(asks.length);
    const began = visitor.clock.monotonicMs();
    const answers: Exchange[] = [];
    for (const [ask] of asks) answers.push(await visitor.ask(ask));
    const standings = answers.map(standingOf);
    const tookMs = visitor.clock.monotonicMs() - began;
    if (tookMs < ((standings[0]?.resetSeconds ?? 0) - 1) * 1000) return compare(answers, standings, asks);
    // In a second run within a minute, the requests of the first one leave the window, one after another.
    await visitor.clock.sleep(Math.min(3, standings[0]?.resetSeconds ?? 0) * 1000 + 500);
  }
  needs(false, "earlier requests of this key kept leaving the window; use a key that nobody else uses");
}

function compare(
  answers: readonly Exchange[],
  standings: readonly RateStanding[],
  asks: readonly (readonly [VisitorAsk, number])[],
): void {
  for (const [at, { left }] of standings.entries()) {
    const before = standings[at - 1]?.left;
    const cost = asks[at]?.[1] ?? 0;
    if (before !== undefined) mustBe(`what is left (r) after ${answers[at]?.name}`, left, before - cost);
  }
}

function standingOf(answer: Exchange): RateStanding {
  const standing = readRateHeaders(answer.headers);
  const found = `${answer.headers.get(headers.rateLimitPolicy)} and ${answer.headers.get(headers.rateLimit)}`;
  must(standing !== undefined, `RateLimit-Policy and RateLimit in ${answer.name}`, found);
  return standing;
}

async function useUpSmallKey({ visitor }: Inspection): Promise<string> {
  const { smallKey: key } = visitor;
  needs(
    key !== undefined,
    `give --small-key: a key with a limit of at most ${maxToUseUp} that the checks may use up`,
  );
  for (let sent = 0; sent <= maxToUseUp; sent++) {
    const path = sent % 2 === 0 ? paths.agent : paths.config;
    const answer = await visitor.ask({ path, key, unpaced: true });
    if (answer.status === 429) return key;
    mustAnswer(answer, 200);
    const { limit } = readRateHeaders(answer.headers) ?? { limit: maxToUseUp };
    needs(limit <= maxToUseUp, `the limit of --small-key is ${limit}; it must be at most ${maxToUseUp}`);
  }
  throw new Mismatch({
    expected: `429 after ${maxToUseUp} requests in a minute`,
    found: "all accepted",
  });
}
