import { setTimeout as pause } from "node:timers/promises";
import { lossesOf } from "./check-history.ts";
import type { Loss, Past, Trouble } from "./check-history.ts";
import type { PlannedFault } from "./faults/fault.ts";
import type { Installation } from "./installation.ts";
import { goThrough } from "./go-through-faults.ts";
import { createVisitor } from "./remembering-visitor.ts";
import type { Patience, RememberingVisitor } from "./remembering-visitor.ts";

/** What a run did, and what it found. */
export interface Report {
  /** How often each kind was injected. */
  readonly faults: ReadonlyMap<string, number>;
  readonly chats: number;
  /** Messages whose response headers arrived. */
  readonly acknowledged: number;
  /** Replies that were received until their `done`. */
  readonly replies: number;
  /** Streams that were resumed after they broke. */
  readonly resumed: number;
  /** Requests with an Idempotency-Key that were recognised as repeated. */
  readonly repeated: number;
  readonly losses: readonly Loss[];
}

export interface Run {
  readonly installation: Installation;
  /** They run independently and simultaneously. The run ends when all of them have. */
  readonly plans: readonly Iterable<PlannedFault>[];
  /** How many visitors write at the same time. */
  readonly visitors: number;
  readonly patience: Patience;
  /** Called before each fault. */
  readonly onFailure?: (name: string) => void;
}

/** A visitor starts a new chat after this many messages. */
const messagesPerChat = 25;
/** Every third message is sent twice at the same time. */
const twiceEvery = 3;
/** Each visitor continues until this many replies were received completely, however slow the machine is. */
const minReplies = 2;
/** How long a message may take once the last fault has ended. */
const maxTurnMs = 90_000;
/** How often this process measures its own pace, and from which pause on it was held up. */
const paceMs = 20;
const heldUpMs = 150;
/** How long a lost node's reply may seem to be running: its lease, and the time to notice. */
const orphanMs = 40_000;

/**
 * Lets visitors write while faults come and go, and compares what they remember with what the service returns
 * afterwards.
 */
export async function runUnderFaults(run: Run): Promise<Report> {
  const { installation, plans } = run;
  const faults = new Map<string, number>();
  const visitors: RememberingVisitor[] = [];
  /** Messages that are not finished yet. */
  const saying = new Set<string>();
  const losses: Loss[] = [];
  const delays: Trouble[] = [];
  let isOver = false;
  let isLate = false;

  async function write(place: number): Promise<void> {
    const own: RememberingVisitor[] = [];
    const heard = () => own.reduce((sum, { deeds }) => sum + deeds.replies, 0);
    const goesOn = () => !isOver || (!isLate && heard() < minReplies);
    for (let chat = 0; goesOn(); chat++) {
      const visitor = createVisitor(() => installation.anyNode(), run.patience);
      visitors.push(visitor);
      own.push(visitor);
      for (let turn = 0; turn < messagesPerChat && goesOn(); turn++) {
        const text = `v${place}c${chat}t${turn}`;
        saying.add(text);
        await visitor.say(text, turn % twiceEvery === 1 ? 2 : 1);
        saying.delete(text);
      }
    }
  }

  const stopWatching = watchOwnPace(delays);
  const writing = Promise.all(Array.from({ length: run.visitors }, (_, place) => write(place)));
  const injecting = plans.map((plan) =>
    goThrough(plan, { faults, losses, delays, onFailure: run.onFailure }),
  );
  await Promise.race([Promise.all(injecting), writing]);
  isOver = true;
  // Where a fault could not be repaired, everybody would wait in vain, and the test's time end before its report.
  const isBroken = losses.length > 0;
  await Promise.race([writing, pause(isBroken ? 0 : maxTurnMs, undefined, { ref: false })]);
  isLate = true;
  stopWatching();
  for (const text of saying)
    losses.push({ kind: "never ended", evidence: `the visitor still waits: '${text}'` });

  const { kills } = installation;
  const past = {
    killedAt: kills.map(({ from }) => from),
    // What a node had sent may arrive until its end is noticed.
    delays: [...delays, ...kills].toSorted((one, other) => one.from - other.from),
  };
  const chats = await chatsAtRest(past, visitors).catch((cause: unknown) => {
    const before = losses.map(({ evidence }) => evidence).join("; ");
    throw new Error(`The service does not tell its history any more. Before: ${before || "no loss"}`, {
      cause,
    });
  });
  const turns = chats.flatMap((chat) => chat.turns);
  const total = (deed: "resumed" | "repeated") => visitors.reduce((sum, { deeds }) => sum + deeds[deed], 0);
  return {
    faults,
    chats: visitors.length,
    acknowledged: turns.filter(({ acknowledged }) => acknowledged).length,
    replies: turns.filter(({ end }) => end === "done").length,
    resumed: total("resumed"),
    repeated: total("repeated"),
    losses: [
      ...losses,
      ...chats.flatMap((chat) => [...chat.wrongAnswers, ...lossesOf(chat)]),
      ...installation.unnamedErrors.map((evidence) => ({ kind: "wrong answer" as const, evidence })),
    ],
  };
}

/**
 * On a busy machine the visitors themselves may receive things late. Records when this process was held up.
 *
 * @returns a function that ends it
 */
export function watchOwnPace(delays: Trouble[]): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - last > heldUpMs) delays.push({ from: last, until: now });
    last = now;
  }, paceMs);
  return () => clearInterval(timer);
}

/** Reads every chat once no reply is running, or once none should be. @throws if a history cannot be read by then */
async function chatsAtRest(past: Past, visitors: readonly RememberingVisitor[]) {
  const deadline = performance.now() + orphanMs;
  for (;;) {
    const isLate = performance.now() > deadline;
    try {
      const chats = [];
      for (const visitor of visitors) chats.push(await visitor.chat(past));
      const isAtRest = chats.every(({ history }) => history.every(({ status }) => status !== "streaming"));
      if (isAtRest || isLate) return chats;
    } catch (cause) {
      if (isLate) throw cause;
    }
    await pause(500);
  }
}
