import { createClient } from "@redis/client";
import type { Script } from "./script.ts";

/**
 * The three connections of a node: one for immediate commands, one for subscriptions, one for blocking reads. They are
 * opened and closed together.
 */
export interface Connections {
  send(args: readonly string[]): Promise<unknown>;
  /** Sends a command on the connection for blocking reads. */
  read(args: readonly string[]): Promise<unknown>;
  /** Resolves when both the command and the subscription connection have responded. */
  ping(): Promise<unknown>;
  destroy(): void;
}

interface ConnectOptions {
  readonly url: string;
  /** Time limit for connecting, in milliseconds. */
  readonly withinMs: number;
  readonly scripts: readonly Script[];
  readonly channels: readonly string[];
  readonly onMessage: (message: string, channel: string) => void;
  /** Called when one of the connections breaks. */
  readonly onBroken: () => void;
}

/** Connects, subscribes and loads the scripts. @throws if that takes too long; nothing is left open then. */
export async function connect(options: ConnectOptions): Promise<Connections> {
  const { withinMs } = options;
  const [commands, hearing, reading] = [open(options), open(options), open(options)];
  const clients = [commands, hearing, reading];
  const destroy = (): void => clients.forEach((client) => client.destroy());
  for (const client of clients) client.on("error", options.onBroken);

  async function prepare(): Promise<void> {
    await Promise.all(clients.map((client) => client.connect()));
    await hearing.subscribe([...options.channels], options.onMessage);
    for (const { text } of options.scripts) await commands.sendCommand(["SCRIPT", "LOAD", text]);
  }

  const patience = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => patience.reject(new Error(`Redis did not answer within ${withinMs} ms.`)),
    withinMs,
  );
  try {
    await Promise.race([prepare(), patience.promise]);
  } catch (cause) {
    destroy();
    throw cause;
  } finally {
    clearTimeout(timer);
  }
  return {
    send: (args) => commands.sendCommand([...args]),
    read: (args) => reading.sendCommand([...args]),
    ping: () => Promise.all([commands.sendCommand(["PING"]), hearing.ping()]),
    destroy,
  };
}

/** No offline queue and no automatic reconnection: callers must notice a loss at once, and be notified when it is over. */
function open({ url, withinMs }: ConnectOptions) {
  return createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: "disabled",
    // The link monitors all commands together; a timer for each would cost as much as sending it.
    commandOptions: { timeout: 0 },
    socket: { reconnectStrategy: false, connectTimeout: withinMs },
  });
}
