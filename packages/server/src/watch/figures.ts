import { failures } from "@servicechat/contract";
import type { FailureCode, MessageStatus, StreamEvent } from "@servicechat/contract";
import { createTimes } from "./times.ts";
import type { Times } from "./times.ts";

/** Requests of one door by the class of status they were answered with. */
export type DoorTally = { "2xx": number; "3xx": number; "4xx": number; "5xx": number };

/** What the models of an agent read, as their providers report it, and wrote, estimated where they do not. */
export type TokenTally = { input: number; output: number };

/** How a reader's wish to go on from a position ended: `over` when the reply had finished meanwhile. */
type ResumeOutcome = "resumed" | "over" | "lost";

/** What the service asks of its database often enough to be timed. */
const storageOperations = ["accept", "progress", "end", "history"] as const;

/**
 * `accept`: a turn is taken. `progress`: running replies are appended to. `end`: one is over. `history`: turns are read.
 */
export type StorageOperation = (typeof storageOperations)[number];

/**
 * What happened since the start, as plain numbers: counting is an addition, so that it can be done for every event of
 * every stream. Every list of names in here is closed: what strangers send never becomes a name.
 */
export interface Figures {
  /** By the name the door has in the list of doors, never by the path that was asked for. */
  readonly doors: ReadonlyMap<string, DoorTally>;
  /** The tally of a door; asked for once, when the doors are built. */
  door(name: string): DoorTally;
  /** For requests that came to no door. */
  readonly noDoor: DoorTally;
  /** Requests that were answered with a failure. */
  readonly refusals: Record<FailureCode, number>;
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
  readonly tokens: ReadonlyMap<string, TokenTally>;
  /** The tokens of one agent, to be added to. */
  tokensOf(agentId: string): TokenTally;
  /** What visitors thought of replies; `none` when one took that back. */
  readonly feedback: Record<"up" | "down" | "none", number>;
  readonly resumes: Record<ResumeOutcome, number>;
  readonly storage: Readonly<Record<StorageOperation, Times>>;
  readonly storageFailures: Record<StorageOperation, number>;
}

const answerBounds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160];
const quickBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The name under which requests are counted that came to no door. */
const noDoorName = "none";

/** Figures of a service that has just started: all 0. */
export function createFigures(): Figures {
  const noDoor = emptyTally();
  const doors = new Map([[noDoorName, noDoor]]);
  const tokens = new Map<string, TokenTally>();

  return {
    doors,
    noDoor,
    door(name) {
      const tally = doors.get(name) ?? emptyTally();
      doors.set(name, tally);
      return tally;
    },
    refusals: zeroForEveryFailure(),
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
      const tally = tokens.get(agentId) ?? { input: 0, output: 0 };
      tokens.set(agentId, tally);
      return tally;
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
export function countAnswer(tally: DoorTally, status: number): void {
  if (status < 300) tally["2xx"]++;
  else if (status < 400) tally["3xx"]++;
  else if (status < 500) tally["4xx"]++;
  else tally["5xx"]++;
}

/** Counts one request that was answered with a failure. */
export function countRefusal(figures: Figures, tally: DoorTally, code: FailureCode): void {
  figures.refusals[code]++;
  countAnswer(tally, failures[code].status);
}

function emptyTally(): DoorTally {
  return { "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0 };
}

function zeroForEveryFailure(): Record<FailureCode, number> {
  return Object.fromEntries(Object.keys(failures).map((code) => [code, 0])) as Record<FailureCode, number>;
}
