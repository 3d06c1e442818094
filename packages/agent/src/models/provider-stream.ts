import { StringDecoder } from "node:string_decoder";
import { createModelConnector } from "@servicechat/outbound/models";
import { createParser } from "eventsource-parser";
import { Agent as KeepAliveAgent } from "undici";
import type { Dispatcher } from "undici";
import type { TokenCounts } from "../agent.ts";
import { cleanJson } from "../json.ts";
import type { AgentLimits } from "../limits.ts";
import { cutOffError, errorOfAnswer, errorOfTransport, errorOfWrongType } from "./provider-error.ts";
import { createProviderTimeouts } from "./provider-timeouts.ts";
import type { ProviderTimeouts } from "./provider-timeouts.ts";

/** Longest event of a provider, in characters; no honest one comes near. */
const maxEventLength = 1_048_576;
/** How much of a refusal is read, in characters. */
const maxRefusalLength = 65_536;
/** How long a provider may take to end an answer that is complete, in milliseconds. */
const letGoMs = 1000;

/** One request to a provider. */
interface ProviderCall {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON, all texts in it cleaned. */
  readonly body: unknown;
  /** The key in the headers: taken out of whatever the provider says back, so that no log shows it. */
  readonly secret: string | undefined;
  readonly signal: AbortSignal;
}

/** Understands one provider's events. */
export interface EventReader {
  /**
   * Takes one event. `finished`: the answer is complete, though counts may follow; `over`: nothing follows.
   *
   * @throws ModelError when the event reports one or makes no sense
   */
  take(event: { readonly event?: string | undefined; readonly data: string }): "open" | "finished" | "over";
  /** What the provider has counted so far. */
  counts(): TokenCounts;
}

/** Sends one request and reads its events until the answer is complete. @throws ModelError */
export type ProviderStream = (call: ProviderCall, reader: EventReader) => Promise<void>;

/** Speaks server-sent events with providers, within time limits. An aborted call throws the signal's reason. */
export function createProviderStream({
  limits,
  isPublicOnly = async () => false,
  allowedNetworks,
  dispatcher = createDispatcher({ limits, isPublicOnly, allowedNetworks }),
}: {
  readonly limits: AgentLimits;
  readonly isPublicOnly: ((origin: string) => Promise<boolean>) | undefined;
  readonly allowedNetworks?: readonly string[] | undefined;
  readonly dispatcher: Dispatcher | undefined;
}): ProviderStream {
  return (call, reader) =>
    new Promise((resolve, reject) => {
      const { url, headers, body, signal } = call;
      signal.throwIfAborted();
      const request: Dispatcher.DispatchOptions = {
        origin: url.origin,
        path: url.pathname + url.search,
        method: "POST",
        headers: { "content-type": "application/json", accept: "text/event-stream", ...headers },
        body: cleanJson(body),
        headersTimeout: 0,
        bodyTimeout: 0,
      };
      const fail = (failure: unknown) => reject(signal.aborted ? signal.reason : failure);
      dispatcher.dispatch(request, createAnswerHandler({ call, reader, limits, resolve, reject: fail }));
    });
}

/** HTTP/1.1 with connections kept for the next reply; all other time limits are the agent's own. */
function createDispatcher({
  limits: { connectMs },
  isPublicOnly,
  allowedNetworks,
}: {
  readonly limits: AgentLimits;
  readonly isPublicOnly: (origin: string) => Promise<boolean>;
  readonly allowedNetworks: readonly string[] | undefined;
}): Dispatcher {
  const connect = createModelConnector({ isPublicOnly, allowedNetworks, connectMs });
  return new KeepAliveAgent({ connect, keepAliveTimeout: 20_000, allowH2: false });
}

/** The result of reading a response. It settles the call. */
interface AnswerBody {
  feed(text: string): void;
  /** Nothing follows: the answer ended, or its connection did. */
  end(reason: string, cause?: unknown): void;
}

/** How a call ends. Only the first word counts. */
interface Verdict {
  /** All was said; the rest of the body flows away. */
  complete(): void;
  /** Closes the connection. */
  fail(failure: unknown): void;
}

/** Takes an answer in undici's callbacks, without a stream between: every token of every reply passes here. */
function createAnswerHandler({
  call: { signal, secret },
  reader,
  limits,
  resolve,
  reject,
}: {
  readonly call: ProviderCall;
  readonly reader: EventReader;
  readonly limits: AgentLimits;
  readonly resolve: () => void;
  readonly reject: (failure: unknown) => void;
}): Dispatcher.DispatchHandler {
  const decoder = new StringDecoder("utf8");
  let connection: Dispatcher.DispatchController | undefined;
  let answer: AnswerBody | undefined;
  let lettingGo: NodeJS.Timeout | undefined;

  const timeouts = createProviderTimeouts(signal, limits, (reason) => {
    end("the call was ended", reason);
    connection?.abort(new Error("the call was ended"));
  });
  const verdict: Verdict = {
    complete() {
      timeouts.end();
      resolve();
      // Given back for the next request, unless the provider does not end the answer soon.
      lettingGo ??= setTimeout(() => connection?.abort(new Error("the answer did not end")), letGoMs).unref();
    },
    fail(failure) {
      timeouts.end();
      reject(failure);
      connection?.abort(new Error("the call failed"));
    },
  };

  function end(reason: string, cause?: unknown): void {
    if (answer) answer.end(reason, cause);
    else verdict.fail(timeouts.expired ?? errorOfTransport(cause));
    clearTimeout(lettingGo);
  }

  return {
    onRequestStart(controller) {
      connection = controller;
      if (signal.aborted || timeouts.expired) connection.abort(new Error("the call was ended"));
    },
    onResponseStart(controller, status, headers) {
      if (status < 200) return;
      // They are never read, and would otherwise stay in memory as long as the answer: two kilobytes in each open chat.
      controller.rawHeaders = null;
      answer =
        status === 200
          ? createAnswerBody(reader, { timeouts, secret, verdict })
          : createRefusalBody(verdict, (said) =>
              errorOfAnswer({ status, body: hide(secret, said), headers }),
            );
    },
    onResponseData(_, bytes) {
      answer?.feed(decoder.write(bytes));
    },
    onResponseEnd: () => end("the answer ended before it was complete"),
    onResponseError: (_, cause) => end("the connection broke during the answer", cause),
  };
}

const tooLong = () => cutOffError("an event is longer than 1 MB");

interface Reading {
  readonly timeouts: ProviderTimeouts;
  readonly secret: string | undefined;
  readonly verdict: Verdict;
}

/**
 * Reads an answer by its content, whatever its content type says: a document begins with a bracket, which no event stream does.
 */
function createAnswerBody(reader: EventReader, reading: Reading): AnswerBody {
  let beginning = "";
  let body: AnswerBody | undefined;

  return {
    feed(text) {
      if (body) return body.feed(text);
      beginning += text;
      const first = beginning.trimStart()[0];
      if (first === undefined && beginning.length < maxRefusalLength) return;
      body = /[[{<]/.test(first ?? "")
        ? createDocumentBody(reader, reading)
        : createEventsBody(reader, reading);
      body.feed(beginning);
    },
    end(reason, cause) {
      body ??= createEventsBody(reader, reading);
      body.end(reason, cause);
    },
  };
}

/** Reads a document: an error, or an answer from a server that does not stream, which is one event. */
function createDocumentBody(reader: EventReader, { timeouts, secret, verdict }: Reading): AnswerBody {
  let said = "";
  const judge = (): unknown => {
    const body = hide(secret, said);
    const failure = errorOfWrongType(body);
    if (failure.code !== "reply_cut" || !/^\s*\{/.test(body)) return failure;
    try {
      return reader.take({ data: body }) === "open" ? failure : undefined;
    } catch (thrown) {
      return thrown;
    }
  };
  const finish = () => {
    const failure = judge();
    if (failure === undefined) verdict.complete();
    else verdict.fail(timeouts.expired ?? failure);
  };
  return {
    feed(text) {
      timeouts.received();
      said += text;
      if (said.length > maxEventLength) verdict.fail(tooLong());
    },
    end: finish,
  };
}

function createEventsBody(reader: EventReader, { timeouts, secret, verdict }: Reading): AnswerBody {
  let state: ReturnType<EventReader["take"]> | "failed" = "open";
  const fail = (failure: unknown) => {
    // The answer is complete: nothing that follows spoils it.
    const isComplete = state === "finished";
    state = isComplete ? "over" : "failed";
    if (isComplete) verdict.complete();
    else verdict.fail(failure);
  };

  const parser = createParser({
    maxBufferSize: maxEventLength,
    onEvent(event) {
      if (state === "over" || state === "failed" || event.data === "") return;
      // The parser measures only what waits for its end: the last piece may go beyond without being noticed.
      if (event.data.length > maxEventLength) return fail(tooLong());
      timeouts.began();
      const isFinished = state === "finished";
      state = reader.take({ event: event.event, data: hide(secret, event.data) });
      if (isFinished && state === "open") state = "finished";
      if (state === "finished") timeouts.finishing();
      if (state === "over") verdict.complete();
    },
    onError(error) {
      if (error.type === "max-buffer-size-exceeded") fail(tooLong());
    },
  });
  const feed = (text: string) => {
    if (state === "over" || state === "failed") return;
    timeouts.received();
    try {
      parser.feed(text);
    } catch (thrown) {
      fail(thrown);
    }
  };

  return {
    feed,
    end(reason, cause) {
      if (state === "open" && cause === undefined) feed("\n\n"); // the last event may lack its blank line
      if (state === "finished") verdict.complete();
      if (state === "open") fail(timeouts.expired ?? cutOffError(reason, cause));
    },
  };
}

/**
 * Reads the beginning of a response that is not an event stream. Whatever arrives before it breaks is enough: the
 * status says most.
 */
function createRefusalBody(verdict: Verdict, failureOf: (said: string) => unknown): AnswerBody {
  let said = "";
  const end = () => verdict.fail(failureOf(said.slice(0, maxRefusalLength)));
  return {
    feed(text) {
      said += text;
      if (said.length > maxRefusalLength) end();
    },
    end,
  };
}

function hide(secret: string | undefined, text: string): string {
  return secret ? text.replaceAll(secret, "[key]") : text;
}
