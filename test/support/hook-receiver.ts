import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";
import { listenOnLoopback } from "./listen-on-loopback.ts";
import type { Listening } from "./listen-on-loopback.ts";

/** One request that a receiver got. */
export interface HookRequest {
  readonly path: string;
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Somebody else's server that receives webhooks. */
export interface HookReceiver extends Listening {
  readonly requests: readonly HookRequest[];
  /** The statuses of its responses, in order; 204 when there are none left. */
  answers: number[];
  /** Whether it accepts requests without responding. */
  isSilent: boolean;
}

/** Starts one, on a real socket. */
export async function startHookReceiver(): Promise<HookReceiver> {
  const requests: HookRequest[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    void request.toArray().then((pieces: Buffer[]) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const body = Buffer.concat(pieces).toString();
      requests.push({ path: request.url ?? "", id: headers["webhook-id"] ?? "", headers, body });
      if (receiver.isSilent) return;
      const status = receiver.answers.shift() ?? 204;
      response
        .writeHead(status, { location: "http://127.0.0.1:9/" })
        .end(status === 204 ? undefined : "<b>ok</b>");
    });
  });
  const receiver = { ...(await listenOnLoopback(server)), requests, answers, isSilent: false };
  return receiver;
}

/** The content of a request after the Standard Webhooks library has verified the signature. @throws if it is invalid */
export function verified({ body, headers }: HookRequest, secret: string) {
  return new Webhook(secret).verify(body, headers) as {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
}
