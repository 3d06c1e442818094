import { Agent, request as send } from "node:http";
import type { IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { createStampReader, machineMs } from "../stamps.ts";
import { answerParent } from "./answer-parent.ts";

/* Visitors that read streams: each opens one and reads it to its end. */

/** How to open a stream. */
interface StreamRequest {
  readonly port: number;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What these visitors read, and how many of them. */
export interface StreamLoad extends StreamRequest {
  readonly streams: number;
  /** Each visitor disconnects when the answer begins, and follows it from its start on this port. */
  readonly followPort?: number;
  /** The streams start evenly over this many milliseconds. */
  readonly spreadMs: number;
}

interface StreamsHeard {
  readonly tokens: number;
  /**
   * Per stream: milliseconds from sending the request to receiving the first text, without the model's own time between
   * receiving the request and writing that text.
   */
  readonly addedMs: readonly number[];
}

const agent = new Agent({ keepAlive: true });
/** How many streams have started since this process was started. */
let begun = 0;

async function open({ port, method, path, headers, body }: StreamRequest): Promise<IncomingMessage> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const type = body === undefined ? {} : { "Content-Type": "application/json" };
    send({ agent, host: "127.0.0.1", port, method, path, headers: { ...headers, ...type } }, resolve)
      .on("error", reject)
      .end(body);
  });
  if (answer.statusCode !== 200) throw new Error(`the answer was ${answer.statusCode}`);
  return answer;
}

/** Disconnects from an answer and follows it elsewhere. */
async function follow(answer: IncomingMessage, port: number, load: StreamLoad): Promise<IncomingMessage> {
  answer.destroy();
  const token = String(answer.headers["x-session-token"]);
  const headers = { ...load.headers, "X-Session-Token": token };
  return open({ port, method: "GET", path: "/chat-bot/stream", headers });
}

async function readStream(load: StreamLoad): Promise<{ tokens: number; addedMs: number | undefined }> {
  const sentAt = machineMs();
  let answer = await open(load);
  if (load.followPort !== undefined) answer = await follow(answer, load.followPort, load);
  const reader = createStampReader();
  let stamps = 0;
  let addedMs: number | undefined;
  answer.setEncoding("latin1");
  answer.once("data", () => begun++);
  answer.on("data", (piece: string) => {
    const found = reader.read(piece);
    const [asked, said] = found;
    if (stamps === 0 && asked !== undefined && said !== undefined)
      addedMs = machineMs() - sentAt - (said - asked);
    stamps += found.length;
  });
  await new Promise((resolve, reject) => {
    answer.on("end", resolve).on("error", reject);
  });
  return { tokens: Math.max(0, stamps - 1), addedMs };
}

const answers = {
  /** Resolves when this many streams have started since this process was started. */
  async begun({ streams }: { readonly streams: number }): Promise<void> {
    while (begun < streams) await pause(20);
  },
  async read(load: StreamLoad): Promise<StreamsHeard> {
    const heard = await Promise.all(
      Array.from({ length: load.streams }, async (_, number) => {
        await pause((number * load.spreadMs) / load.streams);
        return readStream(load);
      }),
    );
    return {
      tokens: heard.reduce((sum, { tokens }) => sum + tokens, 0),
      addedMs: heard.flatMap(({ addedMs }) => addedMs ?? []),
    };
  },
};
/** What these visitors can be told to do. */
export type LoadStreamsAnswers = typeof answers;
answerParent(answers);
