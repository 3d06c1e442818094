import { createChatVisitor } from "../chat-visitor.ts";
import { compare, takeTurns, warmUpRounds } from "../compare.ts";
import type { Part } from "../part.ts";
import { withUnit } from "../row.ts";
import { startServiceWithModel } from "../start-service.ts";
import { median } from "../statistics.ts";

const rounds = 5;
const turnsPerRound = 40;
const reads = 25;

/**
 * The cost of a turn in a long conversation compared with a short one, and how long reading a long history blocks
 * others.
 */
export const turns: Part = async ({ serviceArguments, progress }) => {
  await using started = await startServiceWithModel(serviceArguments);
  const { service, target } = started;
  const visitor = createChatVisitor(target);

  async function costOf(work: () => Promise<unknown>): Promise<number> {
    const before = await service.usage();
    await work();
    const after = await service.usage();
    return (after.processorMs - before.processorMs) / turnsPerRound;
  }

  /** The fifth turns, messages 9 and 10, of newly opened chats. */
  async function early(): Promise<number> {
    const tokens: string[] = [];
    for (let chat = 0; chat < turnsPerRound; chat++) tokens.push(await visitor.talk(4));
    return costOf(async () => {
      for (const token of tokens) await visitor.talk(1, token);
    });
  }

  progress("holding a conversation of 1,000 messages");
  const long = await visitor.talk(500);

  const blocks: number[] = [];
  for (let read = 0; read < reads; read++) {
    progress(`reading it back, ${read + 1} of ${reads}`);
    await service.ask("watchLoop");
    const messages = await visitor.readHistory(long);
    blocks.push((await service.ask("longestBlock")).elapsedMs);
    if (messages !== 1_000) throw new Error(`the history has ${messages} messages`);
  }

  let turn = 0;
  const taken = await takeTurns(
    rounds,
    { service: () => costOf(() => visitor.talk(turnsPerRound, long)), baseline: early },
    () => progress(`turns late and early, ${++turn} of ${2 * (rounds + warmUpRounds)}`),
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
