import { setTimeout as pause } from "node:timers/promises";
import { hear } from "../support/visitor.ts";
import type { HeardEvent, HistoryEntry } from "../support/visitor.ts";
import { isOfAgent, isTakenBy } from "./hand-over/agent-events.ts";
import { sentSince } from "./check-history.ts";
import type { GoneOn, HeardPiece, RememberedTurn } from "./check-history.ts";

/** A stream in which nothing was heard for this long is taken for broken, in milliseconds. */
const silenceMs = 20_000;
/** How often a reply is asked for anew that history calls running and no stream tells. */
const maxBeginnings = 3;

/** A reply as far as it was heard. */
export interface Hearing {
  readonly text: string;
  reply: string;
  readonly heard: HeardPiece[];
  /** When the message was first sent. */
  readonly askedAt: number;
  /** The id of the last event. */
  position: string;
}

interface Service {
  /** GET /chat-bot/stream after a position; `undefined` when no answer came. */
  readonly follow: (position: string) => Promise<Response | undefined>;
  /** The same request once more, which tells the reply from its beginning. */
  readonly repeat: () => Promise<Response | undefined>;
  readonly history: () => Promise<readonly HistoryEntry[]>;
  readonly pauseMs: number;
  /** Takes down what the service never may do. */
  readonly note: (evidence: string) => void;
}

/** Follows a reply over broken connections until its last event, or until it can only be read in the history. */
export async function hearPatiently(
  first: Response,
  hearing: Hearing,
  { follow, repeat, history, pauseMs, note }: Service,
): Promise<RememberedTurn["end"]> {
  let end: RememberedTurn["end"];
  let goneOn: GoneOn | undefined;
  let isTaken = false;
  const take = ({ event, data, id }: HeardEvent) => {
    if (end !== undefined) note(`'${hearing.text}': ${event} after ${end}`);
    const gap = gapBetween(hearing.position, id);
    if (gap) note(`'${hearing.text}': ${gap}`);
    if (isTaken && isOfAgent(event)) note(`'${hearing.text}': ${event} after a person came`);
    isTaken ||= isTakenBy({ event, data });
    hearing.position = id;
    if (event === "text") {
      hearing.reply += String(data);
      const piece = { length: hearing.reply.length, at: performance.now() };
      hearing.heard.push(goneOn ? { ...piece, goneOn } : piece);
    }
    if (event === "done" || event === "error") end = event;
  };
  const beginAgain = () => {
    hearing.reply = "";
    hearing.position = "";
    isTaken = false;
    return repeat();
  };

  let answer: Response | undefined = first;
  let beginnings = 0;
  for (;;) {
    if (answer?.status === 200) {
      if (answer !== first || answer.headers.get("Idempotency-Replayed") === "true")
        goneOn = { since: lastSent(hearing), at: performance.now() };
      await hearUntilSilent(answer, take);
    } else {
      await answer?.body?.cancel();
      // Nothing runs, or not from there: history has the rest, and says whether it is worth asking anew.
      if (answer?.status === 204 || answer?.status === 409) {
        const isRunning = (await history()).at(-1)?.status === "streaming";
        if (!isRunning || beginnings++ === maxBeginnings) return end;
        hearing.position = "";
      } else if (answer && ![408, 429, 503].includes(answer.status))
        note(`the stream of '${hearing.text}' was answered ${answer.status}`);
    }
    if (end !== undefined) return end;
    await pause(pauseMs);
    answer = hearing.position ? await follow(hearing.position) : await beginAgain();
  }
}

function lastSent({ heard, askedAt }: Hearing): number {
  const last = heard.at(-1);
  return last ? sentSince(last) : askedAt;
}

export async function hearUntilSilent(answer: Response, take: (event: HeardEvent) => void): Promise<void> {
  const reader = answer.body?.getReader();
  const silence = setTimeout(() => void reader?.cancel().catch(() => undefined), silenceMs);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value } = (await reader?.read()) ?? {};
      silence.refresh();
      if (value) controller.enqueue(value);
      else controller.close();
    },
  });
  await hear(new Response(body), take).catch(() => undefined);
  clearTimeout(silence);
}

/** What is wrong between two ids of events that came one after the other; `undefined` when nothing is. */
function gapBetween(before: string, after: string): string | undefined {
  const [reply, number] = split(before);
  const [nextReply, next] = split(after);
  if (before !== "" && nextReply !== reply) return `an event of reply ${nextReply} after one of ${reply}`;
  return next === number + 1 ? undefined : `event ${after} after ${before || "none"}`;
}

function split(id: string): readonly [reply: string, number: number] {
  const [reply = "", number = "0"] = id.split(".");
  return [reply, Number(number)];
}
