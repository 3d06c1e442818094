import { createChatVisitor } from "../chat-visitor.ts";
import { withUnit } from "../row.ts";
import { startServiceWithModel } from "../start-service.ts";
import { median } from "../statistics.ts";
import { count, takeMedians } from "./scale.ts";
import type { Scale } from "./scale.ts";

/** Messages of a chat, half of them answers. */
const sizes = [10, 100, 1_000, 10_000];
const rounds = 5;
const turnsPerRound = 20;
const reads = 15;
/** Up to this size a new chat is used each time; a longer one hardly grows from being measured. */
const maxAnew = 100;

/** A turn, and reading the whole history, in chats of increasing length, on SQLite. */
export const history: Scale = async (progress) => {
  await using started = await startServiceWithModel([]);
  const { service, target } = started;
  const visitor = createChatVisitor(target);

  async function costOf(work: () => Promise<unknown>): Promise<number> {
    const before = await service.usage();
    await work();
    return (await service.usage()).processorMs - before.processorMs;
  }

  const long = new Map<number, string>();
  for (const size of sizes) {
    progress(`a chat of ${count(size)} messages`);
    long.set(size, await visitor.talk(size / 2));
  }

  async function turnIn(size: number): Promise<number> {
    progress(`turns at message ${count(size)}`);
    const chats: string[] = [];
    for (let chat = 0; chat < turnsPerRound; chat++)
      chats.push(size <= maxAnew ? await visitor.talk(size / 2 - 1) : (long.get(size) ?? ""));
    const cost = await costOf(async () => {
      for (const chat of chats) await visitor.talk(1, chat);
    });
    return cost / turnsPerRound;
  }

  async function readBack(size: number) {
    const token = long.get(size) ?? "";
    const taken: { readonly cost: number; readonly block: number }[] = [];
    for (let read = 0; read < reads; read++) {
      progress(`reading ${count(size)} messages, ${read + 1} of ${reads}`);
      const cost = await costOf(() => visitor.readHistory(token));
      await service.ask("watchLoop");
      await visitor.readHistory(token);
      taken.push({ cost, block: (await service.ask("longestBlock")).elapsedMs });
    }
    return { cost: median(taken.map(({ cost }) => cost)), block: median(taken.map(({ block }) => block)) };
  }

  // Read first, because the measured turns make the chats longer.
  const read = new Map<number, Awaited<ReturnType<typeof readBack>>>();
  for (const size of sizes) read.set(size, await readBack(size));
  const turns = await takeMedians(
    rounds,
    sizes.map((size) => () => turnIn(size)),
  );
  return [
    ["messages in the chat", "a turn", "reading all of them", "longest block meanwhile"],
    ...sizes.map((size, at) => [
      count(size),
      withUnit(turns[at] ?? 0, "ms"),
      withUnit(read.get(size)?.cost ?? 0, "ms"),
      withUnit(read.get(size)?.block ?? 0, "ms"),
    ]),
  ];
};
