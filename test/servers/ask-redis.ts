import { createClient } from "@redis/client";

/** Sends one command to a Redis, on a new connection. */
export async function askRedis(command: readonly string[], url: string): Promise<unknown> {
  const client = createClient({
    url,
    RESP: 2,
    disableClientInfo: true,
    maintNotifications: "disabled",
    socket: { reconnectStrategy: false, connectTimeout: 10_000 },
  }).on("error", () => undefined);
  try {
    await client.connect();
    return await client.sendCommand([...command]);
  } finally {
    client.destroy();
  }
}
