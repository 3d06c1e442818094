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
const chats = 400;
const idleStreams = 1_000;

/** What an open chat and a silent stream hold of memory: how much the process grows by many, after collecting garbage. */
export const memory: Part = async ({ serviceArguments, progress }) => {
  await using started = await startServiceWithModel([...serviceArguments, "--expose-gc"]);
  await using load = startChild<LoadStreamsAnswers>("load-streams.ts");
  const { service, target } = started;

  /** Kilobytes that each of these streams holds while all are open. They must last longer than `openMs`. */
  async function growth(streams: Omit<StreamLoad, "port" | "spreadMs">, openMs: number): Promise<number> {
    const before = await service.usage();
    const reading = load.ask("read", { ...streams, port: target.port, spreadMs: 1_500 });
    await pause(openMs);
    const open = await service.usage();
    await reading;
    return (open.residentBytes - before.residentBytes) / streams.streams / 1024;
  }

  const post = { method: "POST", path: "/chat-bot/", headers: target.headers } as const;
  const chat = () =>
    growth({ ...post, body: bodyFor({ tokens: 120, everyMs: 40, holdMs: 0 }), streams: chats }, 4_000);

  async function idle(): Promise<number> {
    const body = bodyFor({ tokens: 1, everyMs: 0, holdMs: 5_000 });
    const headers = { ...target.headers, "Content-Type": "application/json" };
    const answer = await fetch(`http://127.0.0.1:${target.port}${post.path}`, {
      method: "POST",
      headers,
      body,
    });
    const follow = { ...target.headers, "X-Session-Token": answer.headers.get("X-Session-Token") ?? "" };
    const held = growth(
      { method: "GET", path: "/chat-bot/stream", headers: follow, streams: idleStreams },
      3_500,
    );
    await answer.text();
    return held;
  }

  /** The first round is not counted: it pays for what is kept for good. */
  async function repeat(what: string, measure: () => Promise<number>): Promise<number> {
    const taken: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      progress(`memory of ${what}, ${round + 1} of ${rounds + 1}`);
      taken.push(await measure());
    }
    return median(taken.slice(1));
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
    row("memory of an open chat", await repeat("open chats", chat), 84, 48),
    row("memory of an idle stream", await repeat("idle streams", idle), 30, 18),
  ];
};
