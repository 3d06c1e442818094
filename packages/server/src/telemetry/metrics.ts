import { failures } from "@servicechat/contract";
import type { FailureCode, MessageStatus, StreamEvent } from "@servicechat/contract";
import type { ConversationStore } from "@servicechat/storage";
import { createTimes, type Times } from "./times.ts";
import { secondsSince } from "./seconds-since.ts";

/** Requests of one route by the class of status they were answered with. */
export type RouteCounters = { "2xx": number; "3xx": number; "4xx": number; "5xx": number };

/** The tokens that an agent's models read, as their providers report it, and wrote, estimated if they do not. */
export type TokenCounters = { input: number; output: number };

/** Requests of a key that were refused since too many had come, by whose limit it was. */
type KeyRefusals = { key: number; address: number };

/** The result of resuming from a position: `over` if the reply had ended in the meantime. */
type ResumeOutcome = "resumed" | "over" | "lost";

/** The database operations that are frequent enough to be timed. */
const storageOperations = ["accept", "progress", "end", "history"] as const;

/**
 * `accept`: a turn is taken. `progress`: running replies are appended to. `end`: one is over. `history`: turns are read.
 */
type StorageOperation = (typeof storageOperations)[number];

/**
 * Counts since the start, as plain numbers: counting is an addition, so that it can be done for every event of every
 * stream. Every list of names here is closed: strangers' input never becomes a name.
 */
export interface Metrics {
  /** By the path that the route has in the list of routes, never by the path that was asked for. */
  readonly routes: ReadonlyMap<string, RouteCounters>;
  /** The counters of a route; asked for once, when the routes are built. */
  route(name: string): RouteCounters;
  /** For requests that came to no route. */
  readonly noRoute: RouteCounters;
  /** Requests that were answered with a failure. */
  readonly refusals: Record<FailureCode, number>;
  /** By the key's id, requests that its limit, or that for single addresses, refused: operators make keys, so they are few. */
  readonly keyRefusals: ReadonlyMap<string, KeyRefusals>;
  /** Those of one key, to be added to. */
  keyRefusalsOf(keyId: string): KeyRefusals;
  /** Events written to readers. Two readers of one reply count twice. */
  readonly eventsSent: Record<StreamEvent["type"], number>;
  /** From a message's arrival to its `start` event. */
  readonly firstEvent: Times;
  /** From the moment a reply's turn came to its first text. */
  readonly firstText: Times;
  /** From the question to the model until it was through, with the tools it used. */
  readonly model: Times;
  readonly replies: Record<Exclude<MessageStatus, "streaming">, number>;
  /** Replies that ended with an error event. */
  readonly replyFailures: Record<FailureCode, number>;
  /** Ids of agents whose provider refused a setting or the account, and that have not completed a reply since. */
  readonly unhealthyAgents: Set<string>;
  /** By the agent's id: operators give them, so they are few. */
  readonly tokens: ReadonlyMap<string, TokenCounters>;
  /** The tokens of one agent, to be added to. */
  tokensOf(agentId: string): TokenCounters;
  /** Visitors' ratings of replies; `none` if one was removed. */
  readonly feedback: Record<"up" | "down" | "none", number>;
  readonly resumes: Record<ResumeOutcome, number>;
  readonly storage: Readonly<Record<StorageOperation, Times>>;
  readonly storageFailures: Record<StorageOperation, number>;
}

const answerBounds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160];
const quickBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The name under which requests are counted that came to no route. */
const noRouteName = "none";

/** Metrics of a service that has just started: all 0. */
export function createMetrics(): Metrics {
  const noRoute = emptyCounters();
  const routes = new Map([[noRouteName, noRoute]]);
  const keyRefusals = new Map<string, KeyRefusals>();
  const tokens = new Map<string, TokenCounters>();

  return {
    routes,
    noRoute,
    route(name) {
      const counters = routes.get(name) ?? emptyCounters();
      routes.set(name, counters);
      return counters;
    },
    refusals: zeroForEveryFailure(),
    keyRefusals,
    keyRefusalsOf(keyId) {
      const refused = keyRefusals.get(keyId) ?? { key: 0, address: 0 };
      keyRefusals.set(keyId, refused);
      return refused;
    },
    eventsSent: {
      start: 0,
      text: 0,
      progress: 0,
      tool_usage_start: 0,
      tool_usage_progress: 0,
      tool_usage_stop: 0,
      image: 0,
      ask_user_question: 0,
      follow_ups: 0,
      holder: 0,
      queue: 0,
      person_message: 0,
      typing: 0,
      error: 0,
      done: 0,
    },
    firstEvent: createTimes(quickBounds),
    firstText: createTimes(answerBounds),
    model: createTimes(answerBounds),
    replies: { complete: 0, stopped: 0, incomplete: 0, failed: 0 },
    replyFailures: zeroForEveryFailure(),
    unhealthyAgents: new Set(),
    tokens,
    tokensOf(agentId) {
      const counters = tokens.get(agentId) ?? { input: 0, output: 0 };
      tokens.set(agentId, counters);
      return counters;
    },
    feedback: { up: 0, down: 0, none: 0 },
    resumes: { resumed: 0, over: 0, lost: 0 },
    storage: {
      accept: createTimes(quickBounds),
      progress: createTimes(quickBounds),
      end: createTimes(quickBounds),
      history: createTimes(quickBounds),
    },
    storageFailures: { accept: 0, progress: 0, end: 0, history: 0 },
  };
}

/** Counts one request by the status of its answer. */
export function countAnswer(counters: RouteCounters, status: number): void {
  if (status < 300) counters["2xx"]++;
  else if (status < 400) counters["3xx"]++;
  else if (status < 500) counters["4xx"]++;
  else counters["5xx"]++;
}

/** Counts one request that was answered with a failure. */
export function countRefusal(metrics: Metrics, counters: RouteCounters, code: FailureCode): void {
  metrics.refusals[code]++;
  countAnswer(counters, failures[code].status);
}

function emptyCounters(): RouteCounters {
  return { "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0 };
}

function zeroForEveryFailure(): Record<FailureCode, number> {
  return Object.fromEntries(Object.keys(failures).map((code) => [code, 0])) as Record<FailureCode, number>;
}

/** The same store, with the time of its busiest operations counted, failed ones too. */
export function timeConversations(store: ConversationStore, metrics: Metrics): ConversationStore {
  function timed<Query extends readonly unknown[], Result>(
    operation: StorageOperation,
    run: (...query: Query) => Promise<Result>,
  ) {
    const times = metrics.storage[operation];
    return async (...query: Query): Promise<Result> => {
      const startedAt = performance.now();
      try {
        return await run(...query);
      } catch (cause) {
        metrics.storageFailures[operation]++;
        throw cause;
      } finally {
        times.observe(secondsSince(startedAt));
      }
    };
  }

  return {
    ...store,
    acceptTurn: timed("accept", (turn) => store.acceptTurn(turn)),
    saveProgress: timed("progress", (progress) => store.saveProgress(progress)),
    endReply: timed("end", (end) => store.endReply(end)),
    readTurns: timed("history", (query) => store.readTurns(query)),
  };
}
