import { compare, takeTurns } from "../compare.ts";
import type { Part } from "../part.ts";
import { bodyFor } from "../plan.ts";
import { withUnit } from "../row.ts";
import { startServiceWithModel } from "../start-parts.ts";
import { median } from "../statistics.ts";

const rounds = 5;
const turnsPerRound = 40;
const reads = 25;
/** Some 750 bytes of answer to a hundred of question, at once: only the service's own work is measured. */
const body = bodyFor({ tokens: 60, everyMs: 0, holdMs: 0, padding: "x".repeat(60) });

/** What a turn costs in a long conversation against a short one, and how long reading a long history holds others up. */
export const turns: Part = async ({ serviceArguments, progress }) => {
  await using started = await startServiceWithModel(serviceArguments);
  const { service, target } = started;
  const address = `http://127.0.0.1:${target.port}/chat-bot/`;

  /** Takes turns in a chat, opening it when there is none yet. */
  async function talk(count: number, opened?: string): Promise<string> {
    let token = opened;
    for (let turn = 0; turn < count; turn++) {
      const session = token === undefined ? {} : { "X-Session-Token": token };
      const headers = { ...target.headers, ...session, "Content-Type": "application/json" };
      const answer = await fetch(address, { method: "POST", headers, body });
      const text = await answer.text();
      if (!text.includes("event: done")) throw new Error(`a turn failed: ${text}`);
      token = answer.headers.get("X-Session-Token") ?? "";
    }
    return token ?? "";
  }

  async function costOf(work: () => Promise<unknown>): Promise<number> {
    const before = await service.usage();
    await work();
    const after = await service.usage();
    return (after.processorMs - before.processorMs) / turnsPerRound;
  }

  /** The fifth turns, messages 9 and 10, of chats that are opened for it. */
  async function early(): Promise<number> {
    const tokens: string[] = [];
    for (let chat = 0; chat < turnsPerRound; chat++) tokens.push(await talk(4));
    return costOf(async () => {
      for (const token of tokens) await talk(1, token);
    });
  }

  progress("holding a conversation of 1,000 messages");
  const long = await talk(500);

  const blocks: number[] = [];
  const headers = { ...target.headers, "X-Session-Token": long };
  for (let read = 0; read < reads; read++) {
    progress(`reading it back, ${read + 1} of ${reads}`);
    await service.ask("watchLoop");
    const answer = await fetch(`${address}history`, { headers });
    const { messages } = (await answer.json()) as { messages: readonly unknown[] };
    blocks.push(await service.ask("longestBlockMs"));
    if (messages.length !== 1_000) throw new Error(`the history has ${messages.length} messages`);
  }

  let turn = 0;
  const taken = await takeTurns(
    rounds,
    { service: () => costOf(() => talk(turnsPerRound, long)), baseline: early },
    () => progress(`turns late and early, ${++turn} of ${2 * rounds + 2}`),
  );
  const { service: late, baseline, ratio } = compare(taken, (ms) => ms);
  const block = median(blocks);
  return [
    {
      figure: "cost of a turn at message 1,000",
      measured: `${withUnit(late, "ms")}, at message 10 ${withUnit(baseline, "ms")}`,
      value: ratio,
      unit: "x",
      atLeast: 1.3,
      aim: 1.05,
    },
    {
      figure: "longest block, reading 1,000 messages",
      measured: `${withUnit(block, "ms")}, worst of ${reads} reads ${withUnit(Math.max(...blocks), "ms")}`,
      value: block,
      unit: "ms",
      atLeast: 5,
      aim: 2,
    },
  ];
};
