import { createChatVisitor } from "./chat-visitor.ts";
import { databaseMs } from "./database-time.ts";
import { fillSessions } from "./fill-sessions.ts";
import type { BenchOptions } from "./part.ts";
import type { Places } from "./places.ts";
import { startServiceWithModel } from "./start-service.ts";

const turnsPerRound = 40;
const readsPerRound = 100;
/** Turns of the chat whose history is read. */
const historyTurns = 20;
const turnsOfOthers = 2;

/** A service with some other sessions in its database. Each method is a round; disposing ends the service. */
export interface AmongSessions extends AsyncDisposable {
  /** Processor time of one turn of a chat, in milliseconds: the service's, and PostgreSQL's if it can be measured. */
  turn(): Promise<number>;
  /** The same for reading a history of 40 messages. */
  history(): Promise<number>;
}

/** Starts a service and fills its database with this many sessions of two turns each. */
export async function startAmongSessions(
  others: number,
  places: Places,
  { serviceArguments, progress }: BenchOptions,
): Promise<AmongSessions> {
  const started = await startServiceWithModel(serviceArguments, places);
  await fillSessions(places, {
    sessions: others,
    turnsEach: turnsOfOthers,
    progress: (filled) =>
      progress(`${filled.toLocaleString("en")} of ${others.toLocaleString("en")} sessions`),
  });
  const visitor = createChatVisitor(started.target);
  const talking = await visitor.talk(historyTurns);
  const reading = await visitor.talk(historyTurns);

  async function processorMs(): Promise<number> {
    const usage = await started.service.usage();
    return usage.processorMs + (await databaseMs(places));
  }

  async function costOf(times: number, work: () => Promise<unknown>): Promise<number> {
    const before = await processorMs();
    await work();
    return ((await processorMs()) - before) / times;
  }

  return {
    turn: () => costOf(turnsPerRound, () => visitor.talk(turnsPerRound, talking)),
    history: () =>
      costOf(readsPerRound, async () => {
        for (let read = 0; read < readsPerRound; read++) await visitor.readHistory(reading);
      }),
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  };
}
