import { setImmediate as nextTurn } from "node:timers/promises";
import type { StreamEvent } from "@servicechat/contract";
import type { Storage, TurnRecord } from "@servicechat/storage";
import type fc from "fast-check";

/** A process of the service, as far as a walk knows it. */
export interface WalkedNode {
  readonly id: string;
  isDead: boolean;
}

/** What a walk saw, to be held against what must hold. */
export interface Seen {
  /** What readers of each reply were told, in order. */
  readonly frames: Map<string, StreamEvent[]>;
  /** What history had of each reply of the agent when a person had taken the chat. */
  readonly frozen: Map<string, string>;
  /** What visitors and people said, once it was acknowledged. */
  readonly acknowledged: string[];
  /** Replies that an agent is giving, and where. */
  readonly speaking: Map<string, WalkedNode>;
  lastTurn: number;
  /** Whether a reply was still the agent's when it was last looked up; gone once it has sent something. */
  readonly mayAct: Map<string, boolean>;
  /** What must never happen, and did. */
  readonly faults: string[];
}

/** One chat, and what happens in it, one step after another in the order that the scheduler picks. */
export interface Walk {
  readonly sessionId: string;
  readonly seen: Seen;
  readonly random: () => number;
  /** Milliseconds since 1970, moved by the walk alone. */
  clock: number;
  /** Resolves when it is this step's turn; never, where its node has died. */
  step(node: WalkedNode, what: string): Promise<void>;
  /** The storage over a network that takes its time in both directions. */
  storageOf(node: WalkedNode): Storage;
  /** Lets time pass, in milliseconds. */
  pass(ms: number): void;
  /** Lets so many steps happen. */
  goOn(steps: number): Promise<void>;
  /** Lets everything happen that will, timers included. */
  finish(): Promise<void>;
  fault(what: string): void;
  turns(): Promise<readonly TurnRecord[]>;
}

const stores = ["conversations", "handovers", "agents", "budgets"] as const;
/** More times than anything is looked for again. */
const maxRounds = 40;
/** Whoever holds a chat may. */
const operators = { find: async (id: string) => ({ id, role: "owner", agents: null }) };

/** Timers that only the walk moves. */
export interface WalkTimers {
  pass(ms: number): void;
  /** Does something of which the timers are not the walk's. */
  inRealTime<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Forgets those that are still to come. */
  clear(): void;
}

/** Begins a walk in a chat that is there already. */
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
  /** Calls that the database is working on. */
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

  /** Waits until nothing happens any more that the scheduler does not pick. */
  async function settle(): Promise<void> {
    await nextTurn();
    while (working > 0) {
      await new Promise<void>((resolve) => (answered = resolve));
      await nextTurn();
    }
  }

  /** What is kept of the agent's replies right after a take. */
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

  /** A store of which every call is made by `calling`. */
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

  /** Of these no step depends on another's. */
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
      // Text waits 50 ms for more, what could not be committed 200, and a reply of which nothing is heard 15 seconds.
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
