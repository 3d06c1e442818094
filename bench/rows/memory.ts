import { setTimeout as pause } from "node:timers/promises";
import type { Part } from "../part.ts";
import { bodyFor } from "../plan.ts";
import { startChild } from "../processes/child.ts";
import type { LoadStreamsAnswers, StreamLoad } from "../processes/load-streams.ts";
import type { Row } from "../row.ts";
import { withUnit } from "../row.ts";
import { startServiceWithModel } from "../start-parts.ts";
import { median } from "../statistics.ts";

const rounds = 3;
/** The first streams pay for room that is kept for good; each further one is what is measured. */
const first = { chats: 200, idle: 500 };
const further = { chats: 500, idle: 1_500 };
/** Streams begin over this time, and so long after that they are all open and none has ended. */
const spreadMs = 1_500;
const settleMs = 700;
const chatPlan = { tokens: 80, everyMs: 100, holdMs: 0 };
const idlePlan = { tokens: 1, everyMs: 0, holdMs: 8_000 };

type Started = Awaited<ReturnType<typeof startServiceWithModel>>;
type Streams = Pick<StreamLoad, "method" | "path" | "headers" | "body">;

/** What each further open chat and silent stream holds of memory: how much the process grows by many. */
export const memory: Part = async ({ serviceArguments, progress }) => {
  await using load = startChild<LoadStreamsAnswers>("load-streams.ts");

  /** Kilobytes that each further stream holds while all are open. */
  async function growth(
    { service, target }: Started,
    streams: Streams,
    what: "chats" | "idle",
  ): Promise<number> {
    const open = async (count: number) => {
      const reading = load.ask("read", { ...streams, port: target.port, streams: count, spreadMs });
      await pause(spreadMs + settleMs);
      return { reading, bytes: (await service.usage()).residentBytes };
    };
    const before = await open(first[what]);
    const after = await open(further[what]);
    await Promise.all([before.reading, after.reading]);
    return (after.bytes - before.bytes) / further[what] / 1024;
  }

  const openChat = (started: Started) =>
    growth(
      started,
      { method: "POST", path: "/chat-bot/", headers: started.target.headers, body: bodyFor(chatPlan) },
      "chats",
    );

  async function idleStream(started: Started): Promise<number> {
    const { port, headers } = started.target;
    const answer = await fetch(`http://127.0.0.1:${port}/chat-bot/`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: bodyFor(idlePlan),
    });
    const session = { "X-Session-Token": answer.headers.get("X-Session-Token") ?? "" };
    const held = await growth(
      started,
      { method: "GET", path: "/chat-bot/stream", headers: { ...headers, ...session } },
      "idle",
    );
    await answer.text();
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
