import { setTimeout as pause } from "node:timers/promises";
import { hear } from "../support/visitor.ts";
import type { HeardEvent, HistoryEntry } from "../support/visitor.ts";
import { isOfAgent, isTakenBy } from "./handoff/agent-events.ts";
import { sentSince } from "./check-history.ts";
import type { GoneOn, HeardPiece, RememberedTurn } from "./check-history.ts";

/** A silent stream counts as broken after this long, in milliseconds. */
const silenceMs = 20_000;
/** How often a reply is requested again if the history says that it is running but no stream delivers it. */
const maxBeginnings = 3;

/** A reply as far as it was received. */
export interface Hearing {
  readonly text: string;
  reply: string;
  readonly heard: HeardPiece[];
  /** When the message was first sent. */
  readonly askedAt: number;
  /** The last event's id. */
  position: string;
}

interface Service {
  /** GET /chat-bot/stream after a position; `undefined` if there was no response. */
  readonly follow: (position: string) => Promise<Response | undefined>;
  /** The same request again, which delivers the reply from its beginning. */
  readonly repeat: () => Promise<Response | undefined>;
  readonly history: () => Promise<readonly HistoryEntry[]>;
  readonly pauseMs: number;
  /** Records what the service must never do. */
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
      // No reply is running, or not from this position: the history has the rest, and decides whether to request it
      // again.
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

/** What is wrong between the ids of two successive events; `undefined` if nothing is. */
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
