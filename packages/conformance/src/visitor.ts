import { headers } from "@servicechat/contract";
import { exchange } from "./exchange.ts";
import type { Answer, AnswerHeaders } from "./exchange.ts";
import { listenTo } from "./listening.ts";
import type { Listening } from "./listening.ts";
import type { Clock, Pacer } from "./pacer.ts";
import { readRateHeaders } from "./rate-headers.ts";

/** One request of a visitor; by default as the page at the allowed origin sends it. */
export interface VisitorAsk {
  readonly method?: string;
  readonly path: string;
  /** The request target, if it differs from the path. */
  readonly target?: string;
  /** `null`: no Authorization header. */
  readonly key?: string | null;
  /** `null`: no Origin header. */
  readonly origin?: string | null;
  readonly token?: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array;
  /** Two parsers could interpret this request differently; such requests are refused before their key is checked. */
  readonly ambiguous?: boolean;
  /** The request may, and should, exceed the limit. */
  readonly unpaced?: boolean;
}

/** A request and its response. */
export interface Exchange {
  readonly ask: VisitorAsk;
  /** Method and path, for reports. */
  readonly name: string;
  /** The Origin that was sent. */
  readonly origin: string | undefined;
  /** Which key was sent: that of the check, another valid one, none, or an invalid one. */
  readonly credential: "own" | "lent" | "none" | "wrong";
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** The body, as far as it has arrived. */
  readonly text: string;
}

/** The page at the allowed origin, which records every response. */
export interface Visitor {
  readonly key: string;
  readonly origin: string;
  readonly secondKey: string | undefined;
  readonly smallKey: string | undefined;
  readonly clock: Clock;
  /** Everything so far, in order. */
  readonly record: readonly Exchange[];
  /** Sends a request, and reads the response to its end. @throws NoAnswer */
  ask(ask: VisitorAsk): Promise<Exchange>;
  /** Sends a request, and returns when the response begins. @throws NoAnswer */
  listen(ask: VisitorAsk): Promise<{ readonly exchange: Exchange; readonly listening: Listening }>;
  /** Waits until this many requests can be made in succession without a pause. */
  makeRoom(requests: number): Promise<void>;
}

interface VisitorDependencies {
  readonly baseUrl: URL;
  readonly key: string;
  readonly origin: string;
  readonly secondKey: string | undefined;
  readonly smallKey: string | undefined;
  readonly clock: Clock;
  readonly pacer: Pacer;
}

/** A visitor that paces its requests with a valid key, so that only `unpaced` ones exceed the limit. */
export function createVisitor({ baseUrl, pacer, ...own }: VisitorDependencies): Visitor {
  const { key: ownKey, clock } = own;
  const basePath = baseUrl.pathname.replace(/\/$/, "");
  const record: Exchange[] = [];

  function headersOf(ask: VisitorAsk): (readonly [string, string])[] {
    const { key = ownKey, origin = own.origin, token, headers: more = [] } = ask;
    return [
      ...(key === null ? [] : [["Authorization", `Bearer ${key}`] as const]),
      ...(origin === null ? [] : [["Origin", origin] as const]),
      ...(token === undefined ? [] : [[headers.sessionToken, token] as const]),
      ...more,
    ];
  }

  async function send(ask: VisitorAsk): Promise<Answer> {
    const { key = ownKey, method = "GET" } = ask;
    const paced = key !== null && isGood(key) && !ask.unpaced && method !== "OPTIONS";
    const answered = paced ? await pacer.enter(key) : () => undefined;
    const answer = await exchange(baseUrl, {
      method,
      target: ask.target ?? basePath + ask.path,
      headers: headersOf(ask),
      ...(ask.body !== undefined && { body: ask.body }),
    });
    answered();
    const standing = key === null ? undefined : readRateHeaders(answer.headers);
    if (standing && key !== null) {
      const { limit, windowSeconds, left, resetSeconds } = standing;
      pacer.learn(key, { limit, windowMs: windowSeconds * 1000 });
      if (left === 0) pacer.pause(key, resetSeconds * 1000);
    }
    return answer;
  }

  function isGood(key: string): boolean {
    return [ownKey, own.secondKey, own.smallKey].includes(key);
  }

  function credentialOf(key: string | null): Exchange["credential"] {
    if (key === null) return "none";
    if (key === ownKey) return "own";
    return isGood(key) ? "lent" : "wrong";
  }

  function note(ask: VisitorAsk, { status, headers }: Answer, listening: Listening): Exchange {
    const { method = "GET", path, key = ownKey, origin = own.origin } = ask;
    const noted = {
      ask,
      name: `${method} ${path.length > 60 ? `${path.slice(0, 60)}…` : path}`,
      origin: origin ?? undefined,
      credential: credentialOf(key),
      status,
      headers,
      get text() {
        return listening.text();
      },
    };
    record.push(noted);
    return noted;
  }

  async function listen(ask: VisitorAsk) {
    const answer = await send(ask);
    const listening = listenTo(answer, clock);
    return { exchange: note(ask, answer, listening), listening };
  }

  async function askOnce(ask: VisitorAsk): Promise<Exchange> {
    const { exchange: answered, listening } = await listen(ask);
    await listening.ended();
    return answered;
  }

  return {
    ...own,
    record,
    makeRoom: (requests) => pacer.makeRoom(ownKey, requests),
    async ask(ask) {
      const first = await askOnce(ask);
      const wait = first.status === 429 && !ask.unpaced ? Number(first.headers.get(headers.retryAfter)) : NaN;
      // Somebody else uses the key too: try again after the pause.
      if (!(wait > 0 && wait <= 120) || first.text.includes("session_busy")) return first;
      pacer.pause(ask.key ?? ownKey, wait * 1000);
      return askOnce(ask);
    },
    listen,
  };
}

/** A body of text messages, as JSON. */
export function textBody(...texts: readonly string[]): string {
  return JSON.stringify({ messages: texts.map((value) => ({ type: "text", block: { value } })) });
}

/** A POST of messages; the body may be anything. */
export function messageAsk(
  body: string | Uint8Array,
  { headers = [], ...rest }: Omit<VisitorAsk, "path" | "method" | "body"> = {},
): VisitorAsk {
  const usual = [["Content-Type", "application/json"] as const, ["Accept", "text/event-stream"] as const];
  const given = new Set(headers.map(([name]) => name));
  return {
    ...rest,
    method: "POST",
    path: "/chat-bot/",
    headers: [...usual.filter(([name]) => !given.has(name)), ...headers],
    body,
  };
}
