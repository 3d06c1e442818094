import type { Readable } from "node:stream";
import { createParser } from "eventsource-parser";
import { request } from "undici";
import type { Dispatcher } from "undici";
import { cleanJson } from "../clean-json.ts";
import type { AgentLimits } from "../limits.ts";
import { cutFailure, failureOfAnswer, failureOfTransport, failureOfWrongType } from "./provider-failure.ts";
import { createWatch } from "./watch.ts";
import type { Watch } from "./watch.ts";

/** Longest event of a provider, in characters; no honest one comes near. */
const maxEventLength = 1_048_576;
/** How much of a refusal is read, in characters. */
const maxRefusalLength = 65_536;

/** One request to a provider. */
export interface ProviderCall {
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
   * @throws ModelFailure when the event reports one or makes no sense
   */
  take(event: { readonly event?: string | undefined; readonly data: string }): "open" | "finished" | "over";
}

/** Sends one request and reads its events until the answer is complete. @throws ModelFailure */
export type ProviderStream = (call: ProviderCall, reader: EventReader) => Promise<void>;

/** Speaks server-sent events with providers, within time limits. An aborted call throws the signal's reason. */
export function createProviderStream({
  dispatcher,
  limits,
}: {
  readonly dispatcher: Dispatcher;
  readonly limits: AgentLimits;
}): ProviderStream {
  return async function stream(call, reader) {
    call.signal.throwIfAborted();
    const watch = createWatch(call.signal, limits);
    try {
      const { statusCode, headers, body } = await send(call, dispatcher, watch);
      const isStream = /^text\/event-stream\b|^$/i.test(String(headers["content-type"] ?? ""));
      if (statusCode === 200 && isStream)
        return await readEvents(body, reader, { watch, secret: call.secret });

      const said = hide(call.secret, await readStart(body));
      if (statusCode === 200) throw failureOfWrongType(said);
      throw failureOfAnswer({ status: statusCode, body: said, headers });
    } catch (thrown) {
      call.signal.throwIfAborted();
      throw thrown;
    } finally {
      watch.end();
    }
  };
}

async function send(
  call: ProviderCall,
  dispatcher: Dispatcher,
  watch: Watch,
): Promise<Dispatcher.ResponseData> {
  try {
    return await request(call.url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream", ...call.headers },
      body: cleanJson(call.body),
      dispatcher,
      signal: watch.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  } catch (cause) {
    throw watch.expired ?? failureOfTransport(cause);
  }
}

/** Resolves when the answer is complete; leaves the rest of the body to flow away. */
function readEvents(
  body: Readable,
  reader: EventReader,
  { watch, secret }: { readonly watch: Watch; readonly secret: string | undefined },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let state: ReturnType<EventReader["take"]> = "open";
    const end = (reason: string, cause?: unknown) => {
      if (state !== "open") return resolve();
      reject(watch.expired ?? cutFailure(reason, cause));
    };
    const fail = (thrown: unknown) => {
      reject(thrown);
      body.destroy();
    };

    const parser = createParser({
      maxBufferSize: maxEventLength,
      onEvent(event) {
        if (state === "over" || event.data === "") return;
        watch.began();
        state = reader.take({ event: event.event, data: hide(secret, event.data) });
        if (state === "finished") watch.finishing();
        if (state !== "over") return;
        resolve();
        letGo(body);
      },
      onError(error) {
        if (error.type === "max-buffer-size-exceeded") fail(cutFailure("an event is longer than 1 MB"));
      },
    });
    const feed = (text: string) => {
      try {
        parser.feed(text);
      } catch (thrown) {
        fail(thrown);
      }
    };

    body.setEncoding("utf8");
    body.on("data", (text: string) => {
      if (state === "over" || body.destroyed) return;
      watch.heard();
      feed(text);
    });
    body.on("end", () => {
      if (state === "open") feed("\n\n"); // the last event may lack its blank line
      end("the answer ended before it was complete");
    });
    body.on("error", (cause) => end("the connection broke during the answer", cause));
    body.on("close", () => end("the connection closed during the answer"));
  });
}

/** Gives the connection back for the next request; one that the provider does not end soon is closed. */
function letGo(body: Readable): void {
  const timer = setTimeout(() => body.destroy(), 1000);
  timer.unref();
  body.once("close", () => clearTimeout(timer));
}

async function readStart(body: Readable): Promise<string> {
  body.setEncoding("utf8");
  let text = "";
  try {
    for await (const piece of body) {
      text += String(piece);
      if (text.length > maxRefusalLength) break;
    }
  } catch {
    // What was read so far has to do: the status says most of it.
  }
  return text.slice(0, maxRefusalLength);
}

function hide(secret: string | undefined, text: string): string {
  return secret ? text.replaceAll(secret, "[key]") : text;
}
