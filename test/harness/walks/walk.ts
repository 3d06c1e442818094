import { setImmediate as nextTurn } from "node:timers/promises";
import type { StreamEvent } from "@servicechat/contract";
import type { Storage, TurnRecord } from "@servicechat/storage";
import type fc from "fast-check";

/** A process of the service, as far as a walk knows it. */
export interface WalkedNode {
  readonly id: string;
  isDead: boolean;
}

/** What a walk saw, for comparison with the rules. */
export interface Seen {
  /** The events that readers of each reply received, in order. */
  readonly frames: Map<string, StreamEvent[]>;
  /** The content of each reply of the agent in the history when a person took the chat. */
  readonly frozen: Map<string, string>;
  /** Acknowledged messages of visitors and people. */
  readonly acknowledged: string[];
  /** Replies in progress, and their nodes. */
  readonly speaking: Map<string, WalkedNode>;
  lastTurn: number;
  /** Whether a reply was still the agent's when that was last read; removed once it has sent something. */
  readonly mayAct: Map<string, boolean>;
  /** Violations of the rules. */
  readonly faults: string[];
}

/** One chat, and what happens in it, step by step in the order that the scheduler picks. */
export interface Walk {
  readonly sessionId: string;
  readonly seen: Seen;
  readonly random: () => number;
  /** Milliseconds since 1970, changed only by the walk. */
  clock: number;
  /** Resolves when it is this step's turn; never, if its node has died. */
  step(node: WalkedNode, what: string): Promise<void>;
  /** The storage over a network that is slow in both directions. */
  storageOf(node: WalkedNode): Storage;
  /** Lets time pass, in milliseconds. */
  pass(ms: number): void;
  /** Lets this many steps happen. */
  goOn(steps: number): Promise<void>;
  /** Lets everything pending happen, including timers. */
  finish(): Promise<void>;
  fault(what: string): void;
  turns(): Promise<readonly TurnRecord[]>;
}

const stores = ["conversations", "handoffs", "agents", "budgets"] as const;
/** More than anything is ever checked again. */
const maxRounds = 40;
/** Everybody who holds a chat may. */
const operators = { find: async (id: string) => ({ id, role: "owner", agents: null }) };

/** Timers that only the walk advances. */
export interface WalkTimers {
  pass(ms: number): void;
  /** Does something with real timers. */
  inRealTime<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Clears pending ones. */
  clear(): void;
}

/** Starts a walk in an existing chat. */
export function createWalk({
  storage,
  sessionId,
  scheduler,
  timers,
  random,
}: {
  readonly timers: WalkTimers;
  readonly storage: Storage;
  readonly sessionId: string;
  readonly scheduler: fc.Scheduler;
  readonly random: () => number;
}): Walk {
  /** Calls in progress in the database. */
  let working = 0;
  /** Called when it has answered all of them. */
  let answered = (): void => undefined;
  const seen: Seen = {
    frames: new Map(),
    frozen: new Map(),
    acknowledged: [],
    speaking: new Map(),
    lastTurn: 0,
    mayAct: new Map(),
    faults: [],
  };

  async function call<Result>(work: () => Promise<Result>): Promise<Result> {
    working++;
    try {
      return await timers.inRealTime(work);
    } finally {
      if (--working === 0) answered();
    }
  }

  /** Waits until nothing happens that the scheduler does not pick. */
  async function settle(): Promise<void> {
    await nextTurn();
    while (working > 0) {
      await new Promise<void>((resolve) => (answered = resolve));
      await nextTurn();
    }
  }

  /** What is stored of the agent's replies directly after a take. */
  async function freeze(): Promise<void> {
    for (const { reply } of await walk.turns())
      if (reply.author?.kind !== "person" && reply.status !== "streaming")
        if (!seen.frozen.has(reply.id)) seen.frozen.set(reply.id, reply.content);
  }

  async function note(name: string, args: readonly unknown[], result: unknown): Promise<void> {
    if (name === "mayAct") seen.mayAct.set(String(args[0]), result === true);
    const [move] = args as readonly [{ readonly to?: string }];
    if (name === "move" && move.to === "person" && (result as { kind: string }).kind === "moved")
      await freeze();
  }

  /** A store in which `calling` makes every call. */
  function through<Store extends object>(
    store: Store,
    calling: (name: string, args: readonly unknown[], work: () => Promise<unknown>) => Promise<unknown>,
  ): Store {
    return new Proxy(store, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function" || typeof name === "symbol") return method;
        return (...args: readonly unknown[]) => calling(name, args, async () => method.apply(target, args));
      },
    });
  }

  function gated<Store extends object>(store: Store, node: WalkedNode): Store {
    return through(store, async (name, args, work) => {
      await walk.step(node, name);
      const result = await call(async () => {
        const answer = await work();
        await note(name, args, answer);
        return answer;
      });
      await walk.step(node, `${name} answers`);
      return result;
    });
  }

  /** No step depends on these. */
  const counted = <Store extends object>(store: Store) => through(store, (_name, _args, work) => call(work));

  const walk: Walk = {
    sessionId,
    seen,
    random,
    clock: 1_000_000,
    async step(node, what) {
      await scheduler.schedule(Promise.resolve(), `${node.id}: ${what}`);
      if (node.isDead) await new Promise(() => undefined);
    },
    storageOf(node) {
      const names = stores.map((name) => [name, gated(storage[name], node)] as const);
      const waitedFor = { visitorMail: counted(storage.visitorMail), files: counted(storage.files) };
      const known = { ...waitedFor, operators: gated(operators as never, node) };
      return { ...storage, ...known, ...Object.fromEntries(names) };
    },
    pass: (ms) => timers.pass(ms),
    async goOn(steps) {
      for (let step = 0; step < steps; step++) {
        await settle();
        if (scheduler.count() === 0) return;
        await scheduler.waitNext(1);
      }
      await settle();
    },
    async finish() {
      // Text waits 50 ms for more, a failed commit 200 ms, and a silent reply 15 seconds.
      for (let quiet = 0, rounds = 0; quiet < 3; quiet++) {
        if (++rounds > maxRounds) return walk.fault("it never comes to rest");
        await walk.goOn(Number.MAX_SAFE_INTEGER);
        timers.pass(quiet === 2 ? 16_000 : 250);
        await settle();
        if (scheduler.count() > 0) quiet = 0;
      }
    },
    fault: (what) => void seen.faults.push(what),
    turns: () => call(() => storage.conversations.readTurns({ sessionId })),
  };
  return walk;
}
