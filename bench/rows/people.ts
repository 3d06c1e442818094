import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  claimKeysOf,
  findTestPostgres,
  findTestRedis,
  temporaryDatabase,
} from "../../test/support/test-servers.ts";
import { askService, openStream } from "../ask-service.ts";
import type { OpenStream } from "../ask-service.ts";
import type { Part } from "../part.ts";
import type { Places } from "../places.ts";
import { withUnit } from "../row.ts";
import type { Row } from "../row.ts";
import { startService, startServiceWithModel } from "../start-service.ts";
import { median, percentile } from "../statistics.ts";

/** Additional streams are measured, since the first ones pay for memory that is kept for good. */
const consoles = { first: 300, further: 300, each: 20 };
const visitors = { first: 300, further: 500 };
const operators = 50;
const atOnce = 25;
/** Idle streams are observed for this long. */
const idleMs = 15_000;
const settleMs = 1_500;
const sends = 100;
const warmUpSends = 20;
const handoff = { waitMinutes: 1_440, silentMinutes: 1_440 };

type Started = Awaited<ReturnType<typeof startServiceWithModel>>;

/**
 * The cost of operators watching the console and of waiting visitors, and how soon visitors receive an operator's
 * message.
 */
export const people: Part = async ({ serviceArguments, progress }) => {
  const start = (places: Places = {}, more: readonly string[] = []) =>
    startServiceWithModel([...serviceArguments, ...more], places, { handoff });

  async function consoleStreams(): Promise<Row> {
    progress("streams of the console");
    await using started = await start({}, ["--expose-gc"]);
    const all = consoles.first + consoles.further;
    const askers = await started.employ(Math.ceil(all / consoles.each));
    using streams = new Streams();
    const open = (count: number) =>
      streams.open(count, (number) =>
        openStream({
          port: started.target.port,
          headers: askers[number % askers.length] ?? {},
          path: "/console/api/events",
        }),
      );
    const grown = await growth(started, open, consoles);
    return memoryRow("memory of a console's stream", grown, { count: all, atLeast: 30, aim: 20 });
  }

  async function waitingVisitors(): Promise<Row> {
    progress("visitors who wait");
    await using started = await start({}, ["--expose-gc"]);
    const { port, headers } = started.target;
    const askers = await started.employ(operators);
    using streams = new Streams();
    await streams.open(operators, (number) =>
      openStream({ port, headers: askers[number] ?? {}, path: "/console/api/events" }),
    );
    const open = (count: number) =>
      streams.open(count, async () => {
        const asked = await askForPerson(started);
        return openStream({ port, headers: { ...headers, ...asked }, path: waiting });
      });
    const grown = await growth(started, open, visitors);
    const all = visitors.first + visitors.further;
    return memoryRow(`memory of a waiting visitor, ${operators} operators`, grown, {
      count: all + operators,
      atLeast: 30,
      aim: 18,
    });
  }

  /** From an operator's request on the first node to the visitor's stream on the last one. */
  async function words(where: string, started: Started, port: number, marks: Marks): Promise<Row> {
    progress(`a person's words, ${where}`);
    const { target } = started;
    const [asker = {}] = await started.employ(1);
    const visitor = await askForPerson(started);
    using stream = await openStream({ port, headers: { ...target.headers, ...visitor }, path: waiting });
    const ask = { port: target.port, headers: asker };
    const { body } = await askService({ ...ask, path: "/console/api/chats?limit=1" });
    const path = `/console/api/chats/${body.items[0].id}/messages`;
    const taken: number[] = [];
    for (let send = 0; send < warmUpSends + sends; send++) {
      const text = `We have found your order, number ${send}.`;
      const heard = stream.hears(text);
      const before = performance.now();
      await askService({ ...ask, method: "POST", path, body: { text } });
      const ms = (await heard) - before;
      if (send >= warmUpSends) taken.push(ms);
    }
    const p50 = median(taken);
    return {
      figure: `a person's words on the visitor's stream, p50, ${where}`,
      measured: `${withUnit(p50, "ms")}, p95 ${withUnit(percentile(taken, 0.95), "ms")}`,
      value: p50,
      unit: "ms",
      ...marks,
    };
  }

  async function onOneNode(): Promise<Row> {
    await using started = await start();
    return await words("one node", started, started.target.port, { atLeast: 50, aim: 15 });
  }

  async function onTwoNodes(): Promise<readonly Row[]> {
    if ((await findTestPostgres()).missing !== undefined) return [];
    const server = await findTestRedis();
    if (server.missing !== undefined) return [];
    await using database = await temporaryDatabase();
    const secret = randomBytes(32).toString("hex");
    await claimKeysOf(secret);
    const redis = { url: server.url, secret };
    await using started = await start({ postgresUrl: database.url, redis });
    await using other = await startService(serviceArguments, { postgresUrl: database.url, redis });
    const port = await other.ask("port");
    return [await words("two nodes over Redis", started, port, { atLeast: 100, aim: 30 })];
  }

  return [await consoleStreams(), await waitingVisitors(), await onOneNode(), ...(await onTwoNodes())];
};

type Marks = Pick<Row, "atLeast" | "aim">;

const waiting = "/chat-bot/stream?wait=idle";

/** A visitor asks for a person. Resolves to the headers that identify the chat. */
async function askForPerson({ target }: Started): Promise<Readonly<Record<string, string>>> {
  const { headers } = await askService({ ...target, method: "POST", path: "/chat-bot/handoff", body: {} });
  return { "X-Session-Token": String(headers["x-session-token"]) };
}

/** Streams that are all closed together. */
class Streams implements Disposable {
  readonly #open: OpenStream[] = [];

  /** Opens this many more, some at a time: opening many at the same moment takes more memory than they need later. */
  async open(count: number, openNext: (number: number) => Promise<OpenStream>): Promise<void> {
    const end = this.#open.length + count;
    while (this.#open.length < end) {
      const [first, size] = [this.#open.length, Math.min(atOnce, end - this.#open.length)];
      this.#open.push(...(await Promise.all(Array.from({ length: size }, (_, at) => openNext(first + at)))));
    }
  }

  [Symbol.dispose](): void {
    for (const stream of this.#open) stream[Symbol.dispose]();
  }
}

interface Growth {
  /** Kilobytes that each additional stream takes. */
  readonly kilobytes: number;
  /** Processor time of the service while nothing happened on any of them. */
  readonly processorMs: number;
}

async function growth(
  { service }: Started,
  open: (count: number) => Promise<void>,
  { first, further }: { readonly first: number; readonly further: number },
): Promise<Growth> {
  const residentBytesWith = async (count: number): Promise<number> => {
    await open(count);
    await pause(settleMs);
    return (await service.usage()).residentBytes;
  };
  const few = await residentBytesWith(first);
  const many = await residentBytesWith(further);
  const before = await service.ask("processorMs");
  await pause(idleMs);
  const after = await service.ask("processorMs");
  return { kilobytes: (many - few) / further / 1024, processorMs: after - before };
}

function memoryRow(
  figure: string,
  { kilobytes, processorMs }: Growth,
  { count, ...marks }: Marks & { readonly count: number },
): Row {
  const share = (processorMs / idleMs) * 100;
  return {
    figure,
    measured: `${withUnit(kilobytes, "KB")}; ${count} silent streams take ${withUnit(share, "%")} of a core`,
    value: kilobytes,
    unit: "KB",
    ...marks,
  };
}
