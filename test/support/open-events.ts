import { request } from "node:http";

/** Follows the events of the admin API, as a browser does; `ended` resolves when the service has closed the stream. */
export async function openEvents(port: number, headers: Readonly<Record<string, string>>) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let heard = "";
  let isOver = false;
  let onHeard = (): void => undefined;
  const asking = request({
    host: "127.0.0.1",
    port,
    path: "/console/api/events",
    headers: { host: "chat.example", "sec-fetch-site": "same-origin", ...headers },
  });
  asking.on("error", () => end());
  await new Promise<void>((resolve) => {
    asking.on("response", (response) => {
      response.on("data", (piece: Buffer) => {
        heard += piece.toString();
        onHeard();
      });
      response.on("close", () => {
        isOver = true;
        onHeard();
        end();
      });
      resolve();
    });
    asking.end();
  });
  return {
    ended,
    text: () => heard,
    async until(holds: (text: string) => boolean): Promise<void> {
      while (!holds(heard)) {
        if (isOver) throw new Error(`The stream has ended, and said only: ${heard}`);
        await new Promise<void>((resolve) => (onHeard = resolve));
      }
    },
    async [Symbol.asyncDispose]() {
      asking.destroy();
    },
  };
}
