import { paths } from "@servicechat/contract";
import { allChecks } from "./all-checks.ts";
import type { Check, Inspection, Source } from "./check.ts";
import { foreign } from "./checks/refusals.ts";
import { createEvidence } from "./evidence.ts";
import type { Sayings } from "./evidence.ts";
import { NoAnswer } from "./exchange.ts";
import { Mismatch, NotChecked } from "./expect.ts";
import { createPacer } from "./pacer.ts";
import type { Clock } from "./pacer.ts";
import { readRateHeaders } from "./rate-headers.ts";
import { createVisitor } from "./visitor.ts";
import type { Exchange, Visitor } from "./visitor.ts";

/** With fewer requests per window than this, some checks would be impossible. */
const minLimit = 10;

/** What is checked, and with what. */
export interface ConformanceOptions {
  /** The service's URL, as its visitors see it; may have a path. */
  readonly baseUrl: URL;
  /** A key that is used only by this run. */
  readonly key: string;
  /** An origin that may use it. */
  readonly origin: string;
  /** A key of another agent that the same origin may use. */
  readonly secondKey?: string;
  /** A key with a small limit, which the checks exhaust. */
  readonly smallKey?: string;
  /** A message that takes the agent a while to answer. */
  readonly longMessage?: string;
  readonly clock: Clock;
  /** Selects checks; by default all. */
  readonly choose?: (check: Check) => boolean;
  /** Called before each check, and for each pause because of the rate limit. */
  readonly onProgress?: (progress: Progress) => void;
}

/** The progress of a run. */
export interface Progress {
  /** From 1. */
  readonly number: number;
  /** The number of checks. */
  readonly of: number;
  /** The check's id. */
  readonly check: string;
  /** How long the run waits now, until the key may make more requests. */
  readonly waitMs?: number;
}

/** The result of one check. */
export interface Finding {
  readonly id: string;
  readonly sentence: string;
  readonly source: Source;
  readonly section: string;
  readonly result: "passed" | "failed" | "skipped";
  /** Only if it failed. */
  readonly expected?: string;
  readonly found?: string;
  /** Only if it was skipped. */
  readonly reason?: string;
}

/** The result of a run. */
export interface ConformanceReport {
  readonly url: string;
  /** How many were made, including those that were refused. */
  readonly requests: number;
  /** One for each check, in the order in which they ran. */
  readonly findings: readonly Finding[];
  /** A possible reason why checks failed. */
  readonly remark?: string;
}

/** The checks cannot run: the service cannot be reached, or does not accept the key. The message is for people. */
export class CannotCheck extends Error {
  constructor(sentence: string, options?: { readonly cause?: unknown }) {
    super(sentence, options);
    this.name = "CannotCheck";
  }
}

/** @throws CannotCheck */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const checks = allChecks.filter(options.choose ?? (() => true));
  let progress: Progress = { number: 0, of: checks.length, check: "" };
  const pacer = createPacer({
    clock: options.clock,
    onWait: (waitMs) => options.onProgress?.({ ...progress, waitMs }),
  });
  const { baseUrl, key, origin, secondKey, smallKey, clock } = options;
  const visitor = createVisitor({ baseUrl, key, origin, secondKey, smallKey, clock, pacer });
  const evidence = createEvidence(visitor, sayingsOf(options));
  await requireUsable(baseUrl, () => evidence.config());

  const findings: Finding[] = [];
  for (const [at, check] of checks.entries()) {
    progress = { number: at + 1, of: checks.length, check: check.id };
    options.onProgress?.(progress);
    findings.push(await make(check, { visitor, evidence }));
  }
  const remark = findings.some(({ result }) => result === "failed") ? await remarkOn(visitor) : undefined;
  return {
    url: baseUrl.href,
    requests: visitor.record.length,
    findings,
    ...(remark !== undefined && { remark }),
  };
}

function sayingsOf({ longMessage }: ConformanceOptions): Sayings {
  return {
    short: "Hello! Please answer in one short sentence.",
    long:
      longMessage ?? "Please tell me a story of about five hundred words about a lighthouse and its keeper.",
  };
}

/** @throws CannotCheck */
async function requireUsable(baseUrl: URL, askConfig: () => Promise<Exchange>): Promise<void> {
  let config: Exchange;
  try {
    config = await askConfig();
  } catch (cause) {
    if (!(cause instanceof NoAnswer)) throw cause;
    throw new CannotCheck(`${baseUrl.href} cannot be reached: ${cause.message}.`, { cause });
  }
  const { status, headers } = config;
  if (status === 401) throw new CannotCheck("This key is unknown to the service (401): nothing was checked.");
  if (status === 403)
    throw new CannotCheck(
      "The key is not allowed from this origin (403): nothing was checked. See --origin.",
    );
  if (status === 404)
    throw new CannotCheck(`There is no ${paths.config} at ${baseUrl.href} (404): nothing was checked.`);
  const { limit, windowSeconds } = readRateHeaders(headers) ?? { limit: minLimit, windowSeconds: 60 };
  if (limit < minLimit)
    throw new CannotCheck(
      `The key may make ${limit} requests in ${windowSeconds} seconds. ` +
        `The checks need a key with a higher limit: at least ${minLimit}, or several hundred for a run without pauses.`,
    );
}

/** A list that admits everyone cannot be distinguished from a service that ignores its lists. */
async function remarkOn(visitor: Visitor): Promise<string | undefined> {
  try {
    const { status } = await visitor.ask({ path: paths.config, origin: foreign });
    if (status !== 200) return undefined;
  } catch (thrown) {
    if (thrown instanceof NoAnswer) return undefined;
    throw thrown;
  }
  return (
    `The key was accepted from ${foreign}. If its list is '*', that is why checks of origins that must be refused ` +
    "failed: use a key whose list names the origin."
  );
}

async function make(check: Check, inspection: Inspection): Promise<Finding> {
  const { id, sentence, source, section, run } = check;
  const about = { id, sentence, source, section };
  try {
    await run(inspection);
    return { ...about, result: "passed" };
  } catch (thrown) {
    if (thrown instanceof NotChecked) return { ...about, result: "skipped", reason: thrown.message };
    if (thrown instanceof Mismatch)
      return { ...about, result: "failed", expected: thrown.expected, found: thrown.found };
    if (thrown instanceof NoAnswer)
      return { ...about, result: "failed", expected: "an answer", found: thrown.message };
    throw thrown;
  }
}
