import { setTimeout as pause } from "node:timers/promises";
import type { TestService } from "../support/start-service.ts";
import { history, post } from "../support/visitor.ts";
import type { HistoryEntry } from "../support/visitor.ts";
import type { Chat, Loss, Past, RememberedTurn } from "./check-history.ts";
import { hearPatiently } from "./hear-patiently.ts";
import type { Hearing } from "./hear-patiently.ts";

export type Node = Pick<TestService, "fetch">;

/** How a visitor behaves if the service does not respond. */
export interface Patience {
  /** Between two attempts, if the service does not say how long to wait. */
  readonly pauseMs: number;
  /** The longest `Retry-After` that is respected. */
  readonly maxPauseMs: number;
}

/** How long to wait for response headers, in milliseconds. */
const headMs = 10_000;

/** What a visitor did. */
interface Deeds {
  /** Requests that were recognised as repeated. */
  repeated: number;
  /** Streams that were resumed after they broke. */
  resumed: number;
  /** Replies that were received until their `done`. */
  replies: number;
}

/**
 * A visitor that behaves as the chat does and verifies everything: it remembers everything that was sent, acknowledged
 * and received.
 */
export interface RememberingVisitor {
  readonly deeds: Readonly<Deeds>;
  /** The chat's token, once a message was acknowledged. */
  readonly token: string | undefined;
  /**
   * Sends a text until it is acknowledged, again with the same Idempotency-Key if there was no response, and follows
   * the reply, resuming when it breaks.
   *
   * @param copies how many simultaneous requests to send for the message
   */
  say(text: string, copies?: number): Promise<void>;
  /** Everything remembered, besides what the service returns. @throws if it refuses the history */
  chat(past: Past): Promise<Chat & { readonly wrongAnswers: readonly Loss[] }>;
}

/** @param anyNode Returns the node for the next request: another one each time, if there are several */
export function createVisitor(anyNode: () => Node, patience: Patience): RememberingVisitor {
  const turns: RememberedTurn[] = [];
  const wrongAnswers: Loss[] = [];
  const deeds = { repeated: 0, resumed: 0, replies: 0 };
  let token: string | undefined;

  const note = (evidence: string) => void wrongAnswers.push({ kind: "wrong answer", evidence });

  /** One request; `undefined` if there was no response. */
  async function send(text: string, key: string): Promise<Response | undefined> {
    const options = { headers: { "Idempotency-Key": key }, ...(token !== undefined && { token }) };
    const answer = await withHead((signal) => post(withSignal(anyNode(), signal), text, options));
    if (answer?.headers.get("Idempotency-Replayed") === "true") deeds.repeated++;
    if (!answer || answer.status === 200) return answer;
    if (![408, 409, 429, 503].includes(answer.status))
      note(`'${text}' was answered ${answer.status}: ${await answer.clone().text()}`);
    return answer;
  }

  async function say(text: string, copies = 1): Promise<void> {
    const place = turns.length;
    const hearing: Hearing = { text, reply: "", heard: [], position: "", askedAt: performance.now() };
    const remember = (acknowledged: boolean, end: RememberedTurn["end"]) =>
      void (turns[place] = { text, acknowledged, reply: hearing.reply, heard: hearing.heard, end });
    remember(false, undefined);
    const key = crypto.randomUUID();

    for (;;) {
      const answers = await Promise.all(Array.from({ length: copies }, () => send(text, key)));
      const [first, ...others] = answers.filter((answer) => answer?.status === 200);
      if (first) {
        const known = token ?? first.headers.get("X-Session-Token") ?? "";
        token = known;
        for (const answer of [first, ...others])
          if (answer?.headers.get("X-Session-Token") !== known) note(`'${text}' came into another chat`);
        remember(true, undefined);
        for (const answer of others) await answer?.body?.cancel().catch(() => undefined);
        const end = await hearPatiently(first, hearing, {
          follow: (position) => follow(known, position),
          repeat: () => send(text, key),
          history: () => readHistory(known),
          pauseMs: patience.pauseMs,
          note,
        });
        if (end === "done") deeds.replies++;
        return remember(true, end);
      }
      await pause(waitFor(answers));
    }
  }

  function waitFor(answers: readonly (Response | undefined)[]): number {
    const asked = Math.max(...answers.map((answer) => Number(answer?.headers.get("Retry-After") ?? 0)));
    return Math.min(Math.max(asked * 1000, patience.pauseMs), patience.maxPauseMs);
  }

  async function follow(known: string, position: string): Promise<Response | undefined> {
    const headers = { "X-Session-Token": known, "Last-Event-ID": position };
    const answer = await withHead((signal) => anyNode().fetch("/chat-bot/stream", { headers, signal }));
    if (answer?.status === 200) deeds.resumed++;
    return answer;
  }

  /** Tries until the service responds. */
  async function readHistory(known: string): Promise<readonly HistoryEntry[]> {
    for (;;) {
      const told = await withHead((signal) => history(withSignal(anyNode(), signal), known));
      if (told) return told;
      await pause(patience.pauseMs);
    }
  }

  /** Tries until the service responds: a connection that was kept open may have been closed. @throws if it refuses */
  async function readAtEnd(known: string): Promise<readonly HistoryEntry[]> {
    for (;;) {
      try {
        return await history(anyNode(), known);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        await pause(patience.pauseMs);
      }
    }
  }

  return {
    deeds,
    get token() {
      return token;
    },
    say,
    async chat(past) {
      const told = token === undefined ? [] : await readAtEnd(token);
      return { turns, history: told, wrongAnswers, ...past };
    },
  };
}

function withSignal({ fetch }: Node, signal: AbortSignal): Node {
  return { fetch: (path, init) => fetch(path, { ...init, signal }) };
}

/**
 * The result, or `undefined` if it does not arrive in time. Waits only for the headers, since a body may take longer.
 */
export async function withHead<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | undefined> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), headMs);
  try {
    return await ask(giveUp.signal);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
