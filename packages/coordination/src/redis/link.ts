import { connect } from "./connections.ts";
import type { Connections } from "./connections.ts";
import type { Script } from "./script.ts";

/** Redis is pinged this often, and after a loss contacted this often, in milliseconds. */
const beatMs = 250;
/** Heartbeats without a response after which something may be wrong, and after which Redis counts as lost. */
const beatsToTrouble = 2;
const beatsToLoss = 4;
/** Time limits for connecting, in milliseconds: at the start, when the machine is busy, and later. */
const firstConnectMs = 5_000;
const connectMs = 2_000;
/** The longest time a `read` may block in Redis, in milliseconds. */
export const maxReadMs = 2_000;

/** Redis was lost before it responded; the command may or may not have been executed. */
export class RedisLost extends Error {
  constructor(options?: ErrorOptions) {
    super("Redis cannot be reached.", options);
    this.name = "RedisLost";
  }
}

/**
 * A node's connection to Redis, which may break and is restored automatically. No call waits longer than about 1.25 s:
 * a Redis that does not answer a heartbeat for that long is lost, and all pending calls are rejected with `RedisLost`.
 */
export interface RedisLink {
  /** Whether Redis can be used. After a loss: once everybody has caught up (`onConnect`). */
  readonly up: boolean;
  /** @throws RedisLost */
  run(script: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
  /** @throws RedisLost */
  send(...args: readonly string[]): Promise<unknown>;
  /** Sends a command that may block up to `maxReadMs`, one at a time. @throws RedisLost */
  read(...args: readonly string[]): Promise<unknown>;
  /**
   * Catches up after each connection; Redis counts as `up` when all callbacks have finished. A rejection breaks the
   * connection again.
   */
  onConnect(catchUp: () => Promise<void>): void;
  onUp(listener: () => void): void;
  /** Redis is slow to respond, or lost. Called before anything is rejected, and before a stalled Redis continues. */
  onTrouble(listener: () => void): void;
  /** The end of a trouble: a response arrived, or Redis is up again. */
  onRelief(listener: () => void): void;
  onLost(listener: () => void): void;
  hear(channel: string, listener: (message: string) => void): void;
  /** Connects for the first time, once all listeners are registered. @throws if Redis cannot be reached. */
  open(): Promise<void>;
  close(): void;
}

interface LinkDependencies {
  readonly url: string;
  readonly scripts: readonly Script[];
}

/** Creates a link that is not open yet. */
export function createLink({ url, scripts }: LinkDependencies): RedisLink {
  const on = { connect: [], up: [], trouble: [], relief: [], lost: [] } as {
    readonly connect: (() => Promise<void>)[];
  } & Record<"up" | "trouble" | "relief" | "lost", (() => void)[]>;
  const channels = new Map<string, (message: string) => void>();
  let connections: Connections | undefined;
  let up = false;
  let troubled = false;
  let closed = false;
  let ping: { beats: number } | undefined;
  let readBeats: number | undefined;
  let retry: NodeJS.Timeout | undefined;
  const pulse = setInterval(beat, beatMs).unref();

  function call(listeners: readonly (() => void)[]): void {
    for (const listener of listeners) listener();
  }

  function setTroubled(value: boolean): void {
    if (troubled === value) return;
    troubled = value;
    call(value ? on.trouble : on.relief);
  }

  function beat(): void {
    const current = connections;
    if (!current) return;
    if (readBeats !== undefined && ++readBeats > maxReadMs / beatMs + beatsToLoss) return lose(current);
    if (!ping) return void sendPing(current);
    // Counted in beats: if this process itself was held up, only one beat has passed.
    ping.beats++;
    if (ping.beats >= beatsToTrouble) setTroubled(true);
    if (ping.beats >= beatsToLoss) lose(current);
  }

  async function sendPing(current: Connections): Promise<void> {
    ping = { beats: 0 };
    try {
      await current.ping();
    } catch {
      return lose(current);
    }
    if (connections !== current) return;
    ping = undefined;
    if (up) setTroubled(false);
  }

  function lose(which: Connections): void {
    if (connections !== which || closed) return;
    const wasUp = up;
    connections = undefined;
    up = false;
    ping = readBeats = undefined;
    setTroubled(true);
    if (wasUp) call(on.lost);
    which.destroy();
    retry = setTimeout(() => void establish().catch(() => undefined), beatMs);
  }

  /** @throws if it failed; another attempt is then in progress. */
  async function establish(withinMs = connectMs): Promise<void> {
    let made: Connections | undefined;
    try {
      made = await connect({
        url,
        withinMs,
        scripts,
        channels: [...channels.keys()],
        onMessage: (message, channel) => channels.get(channel)?.(message),
        onBroken: () => made && lose(made),
      });
    } catch (cause) {
      if (!closed) retry = setTimeout(() => void establish().catch(() => undefined), beatMs);
      throw cause;
    }
    if (closed) return made.destroy();
    connections = made;
    try {
      for (const catchUp of on.connect) await catchUp();
    } catch (cause) {
      lose(made);
      throw cause;
    }
    if (connections !== made) throw new RedisLost();
    up = true;
    setTroubled(false);
    call(on.up);
  }

  async function guarded<Answer>(ask: (current: Connections) => Promise<Answer>): Promise<Answer> {
    const current = connections;
    if (!current) throw new RedisLost();
    try {
      return await ask(current);
    } catch (cause) {
      // An error from Redis itself also means a loss: if it is full, read-only or loading, it cannot be used.
      lose(current);
      throw new RedisLost({ cause });
    }
  }

  return {
    get up() {
      return up;
    },
    run: ({ sha1, text }, keys, args) =>
      guarded(async (current) => {
        const rest = [String(keys.length), ...keys, ...args.map(String)];
        try {
          return await current.send(["EVALSHA", sha1, ...rest]);
        } catch (cause) {
          if (!(cause instanceof Error && cause.message.startsWith("NOSCRIPT"))) throw cause;
          return await current.send(["EVAL", text, ...rest]);
        }
      }),
    send: (...args) => guarded((current) => current.send(args)),
    read: (...args) =>
      guarded(async (current) => {
        readBeats = 0;
        const answer = await current.read(args);
        readBeats = undefined;
        return answer;
      }),
    onConnect: (catchUp) => void on.connect.push(catchUp),
    onUp: (listener) => void on.up.push(listener),
    onTrouble: (listener) => void on.trouble.push(listener),
    onRelief: (listener) => void on.relief.push(listener),
    onLost: (listener) => void on.lost.push(listener),
    hear: (channel, listener) => void channels.set(channel, listener),
    open: () => establish(firstConnectMs),
    close() {
      closed = true;
      up = false;
      clearInterval(pulse);
      clearTimeout(retry);
      connections?.destroy();
      connections = undefined;
    },
  };
}
