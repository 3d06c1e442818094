import { setTimeout as pause } from "node:timers/promises";
import type { Part } from "../part.ts";
import { bodyFor } from "../plan.ts";
import { startChild } from "../processes/child.ts";
import type { LoadStreamsAnswers, StreamLoad } from "../processes/load-streams.ts";
import type { Row } from "../row.ts";
import { withUnit } from "../row.ts";
import { startServiceWithModel } from "../start-service.ts";
import { median } from "../statistics.ts";

const rounds = 3;
/** Short chats before the measurement, in hundreds: otherwise the compiler would take memory during it, and keep it. */
const warmUps = 4;
/**
 * The first streams pay for memory that is kept for good, and reuse what the compiler freed; each additional one is
 * measured.
 */
const first = { chats: 700, idle: 500 };
const further = { chats: 500, idle: 1_500 };
/** Streams start over this time, and are observed for this long after the last one has started. */
const spreadMs = 1_500;
const settleMs = 700;
/** Answers that nobody reads to the end. */
const chatPlan = { tokens: 200, everyMs: 300, holdMs: 0 };
const warmUpPlan = { tokens: 40, everyMs: 10, holdMs: 0 };
const idlePlan = { tokens: 1, everyMs: 0, holdMs: 60_000 };

type Started = Awaited<ReturnType<typeof startServiceWithModel>>;
type Streams = Pick<StreamLoad, "method" | "path" | "headers" | "body">;

/** The memory that each additional open chat and silent stream takes: the growth of the process for many of them. */
export const memory: Part = async ({ serviceArguments, progress }) => {
  /** Kilobytes that each additional stream takes while all are open. */
  async function growth(
    { service, target }: Started,
    streams: Streams,
    what: "chats" | "idle",
  ): Promise<number> {
    await using load = startChild<LoadStreamsAnswers>("load-streams.ts");
    const residentBytesWith = async (more: number, all: number): Promise<number> => {
      const reading = load.ask("read", { ...streams, port: target.port, streams: more, spreadMs });
      // A busy machine takes longer to open them: one that is not open yet would seem to need nothing.
      await Promise.race([reading, load.ask("begun", { streams: all })]);
      await pause(settleMs);
      return (await service.usage()).residentBytes;
    };
    const before = await residentBytesWith(first[what], first[what]);
    const after = await residentBytesWith(further[what], first[what] + further[what]);
    return (after - before) / further[what] / 1024;
  }

  async function openChat(started: Started): Promise<number> {
    const chat = { method: "POST", path: "/chat-bot/", headers: started.target.headers } as const;
    await using load = startChild<LoadStreamsAnswers>("load-streams.ts");
    const short = { ...chat, port: started.target.port, body: bodyFor(warmUpPlan), spreadMs: 500 };
    for (let times = 0; times < warmUps; times++) await load.ask("read", { ...short, streams: 100 });
    return growth(started, { ...chat, body: bodyFor(chatPlan) }, "chats");
  }

  async function idleStream(started: Started): Promise<number> {
    const { port, headers } = started.target;
    const answer = await fetch(`http://127.0.0.1:${port}/chat-bot/`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: bodyFor(idlePlan),
    });
    const session = { "X-Session-Token": answer.headers.get("X-Session-Token") ?? "" };
    const silent = { method: "GET", path: "/chat-bot/stream", headers: { ...headers, ...session } } as const;
    const held = await growth(started, silent, "idle");
    await answer.body?.cancel();
    return held;
  }

  async function repeat(what: string, measure: (started: Started) => Promise<number>): Promise<number> {
    const taken: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      progress(`memory of ${what}, ${round} of ${rounds}`);
      await using started = await startServiceWithModel([...serviceArguments, "--expose-gc"]);
      taken.push(await measure(started));
    }
    return median(taken);
  }

  const row = (figure: string, value: number, atLeast: number, aim: number): Row => ({
    figure,
    measured: withUnit(value, "KB"),
    value,
    unit: "KB",
    atLeast,
    aim,
  });
  return [
    row("memory of an open chat", await repeat("open chats", openChat), 84, 48),
    row("memory of an idle stream", await repeat("idle streams", idleStream), 30, 18),
  ];
};
