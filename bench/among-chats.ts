import { setTimeout as pause } from "node:timers/promises";
import { createChatVisitor } from "./chat-visitor.ts";
import { databaseMs } from "./database-time.ts";
import type { BenchOptions } from "./part.ts";
import type { Places } from "./places.ts";
import { startServiceWithModel } from "./start-service.ts";
import { filledWith } from "./filled-with.ts";

const turnsPerRound = 40;
const readsPerRound = 100;
/** Turns of the chat whose history is read. */
const historyTurns = 20;
/** After this long the lists of operators have the turns, and their gaps, counts and webhooks are done, in milliseconds. */
const followMs = 1_500;
/** How long the tasks of a service that nobody uses are measured, in milliseconds. */
const idleMs = 5_000;

/** A service with some other chats in its database. Each method is a round; disposing ends the service. */
export interface AmongChats extends AsyncDisposable {
  /**
   * Processor time of one turn of a chat and of all that follows it, in milliseconds: the service's, and PostgreSQL's if
   * it can be measured.
   */
  turn(): Promise<number>;
  /** The same for reading a history of 40 messages. */
  history(): Promise<number>;
}

/** Starts a service on a database that is filled with this many chats. */
export async function startAmongChats(
  others: number,
  places: Places,
  { serviceArguments, progress }: BenchOptions,
): Promise<AmongChats> {
  const counted = (filled: number) =>
    progress(`${filled.toLocaleString("en")} of ${others.toLocaleString("en")} chats`);
  const filling = { ...filledWith(others), progress: counted };
  const started = await startServiceWithModel(serviceArguments, places, { filling });
  const visitor = createChatVisitor(started.target);
  const talking = await visitor.talk(historyTurns);
  const reading = await visitor.talk(historyTurns);

  async function processorMs(): Promise<number> {
    const usage = await started.service.usage();
    return usage.processorMs + (await databaseMs(places));
  }

  async function spentOn(work: () => Promise<unknown>) {
    const [before, beganAt] = [await processorMs(), performance.now()];
    await work();
    return { processorMs: (await processorMs()) - before, ms: performance.now() - beganAt };
  }

  await pause(followMs);
  const idle = await spentOn(() => pause(idleMs));
  const idleShare = idle.processorMs / idle.ms;

  return {
    async turn() {
      const { processorMs: all, ms } = await spentOn(async () => {
        await visitor.talk(turnsPerRound, talking);
        await pause(followMs);
      });
      return (all - idleShare * ms) / turnsPerRound;
    },
    async history() {
      const { processorMs: all } = await spentOn(async () => {
        for (let read = 0; read < readsPerRound; read++) await visitor.readHistory(reading);
      });
      return all / readsPerRound;
    },
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  };
}
