import { connect } from "./connections.ts";
import type { Connections } from "./connections.ts";
import type { Script } from "./scripts/script.ts";

/** Redis is looked at this often, and after a loss looked for this often, in milliseconds. */
const beatMs = 250;
/** Beats without an answer after which something may be wrong, and after which Redis counts as lost. */
const beatsToTrouble = 2;
const beatsToLoss = 4;
/** Time in which connections must stand, in milliseconds: at the start, when much starts at once, and later. */
const firstConnectMs = 5_000;
const connectMs = 2_000;
/** Longest wait that a `read` may ask of Redis, in milliseconds. */
export const maxReadMs = 2_000;

/** Redis was lost before it answered; what was asked of it may have been done or not. */
export class RedisLost extends Error {
  constructor(options?: ErrorOptions) {
    super("Redis cannot be reached.", options);
    this.name = "RedisLost";
  }
}

/**
 * A node's tie to Redis, which may break and is mended by itself. No call waits longer than about 1.25 s: a Redis that
 * leaves a heartbeat unanswered for that long is lost, and everything under way is rejected with `RedisLost`.
 */
export interface RedisLink {
  /** Whether Redis can be used. After a loss: once everybody has caught up (`onConnect`). */
  readonly up: boolean;
  /** @throws RedisLost */
  run(script: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
  /** @throws RedisLost */
  send(...args: readonly string[]): Promise<unknown>;
  /** Sends a command that may wait up to `maxReadMs`, one at a time. @throws RedisLost */
  read(...args: readonly string[]): Promise<unknown>;
  /** Catches up after each connecting; Redis counts as `up` when all have. Rejecting breaks the connection again. */
  onConnect(catchUp: () => Promise<void>): void;
  onUp(listener: () => void): void;
  /** Redis is slow to answer, or lost. Comes before anything is rejected, and before a Redis that stalled goes on. */
  onTrouble(listener: () => void): void;
  /** The end of a trouble: an answer came, or Redis is up again. */
  onRelief(listener: () => void): void;
  onLost(listener: () => void): void;
  hear(channel: string, listener: (message: string) => void): void;
  /** Connects for the first time, when all listeners are there. @throws when Redis cannot be reached. */
  open(): Promise<void>;
  close(): void;
}

interface LinkParts {
  readonly url: string;
  readonly scripts: readonly Script[];
}

/** Makes a link that is not open yet. */
export function createLink({ url, scripts }: LinkParts): RedisLink {
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
    // Counted in beats: when this process itself was held up, only one beat has passed.
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

  /** @throws when it did not come about; another try is then under way. */
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
      // An error that Redis itself answers means it too: full, read-only or loading, it cannot serve.
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
