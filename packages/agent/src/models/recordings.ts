import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Agent as KeepAliveAgent, Dispatcher } from "undici";

/** What providers have answered, in a folder: one file for each question, named after what was asked. */
export interface Recordings {
  /** Whether providers are asked for nothing at all. */
  readonly isReplay: boolean;
  /**
   * Carries the requests of one agent to its providers.
   *
   * @param onMissing called when something is asked that was not recorded
   */
  dispatcher(onMissing: () => void): Dispatcher;
}

/** One file of the folder. No headers: these hold keys. */
interface Recording {
  /** For people: the file is found by its name. */
  readonly asked: unknown;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** Refusals that come again when the same is asked again; the others are faults of the day. */
const lasting = new Set([200, 400, 404, 422]);

/** Asks providers, and keeps what they answer. @throws Error when the folder cannot be made */
export function recordProviders(folder: string): Recordings {
  mkdirSync(folder, { recursive: true });
  const provider = new KeepAliveAgent({ keepAliveTimeout: 20_000, allowH2: false });
  return { isReplay: false, dispatcher: () => new Recorder(folder, provider) };
}

/** Answers with what was recorded, without sending a request. */
export function replayProviders(folder: string): Recordings {
  return { isReplay: true, dispatcher: (onMissing) => new Player(folder, onMissing) };
}

class Recorder extends Dispatcher {
  readonly #folder: string;
  readonly #provider: Dispatcher;

  constructor(folder: string, provider: Dispatcher) {
    super();
    this.#folder = folder;
    this.#provider = provider;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const file = fileOf(this.#folder, options);
    let head = { status: 0, contentType: "" };
    const chunks: Buffer[] = [];
    return this.#provider.dispatch(options, {
      onRequestStart: (...given) => handler.onRequestStart?.(...given),
      onResponseStart(controller, status, headers, message) {
        head = { status, contentType: String(headers["content-type"] ?? "") };
        handler.onResponseStart?.(controller, status, headers, message);
      },
      onResponseData(controller, bytes) {
        chunks.push(Buffer.from(bytes));
        handler.onResponseData?.(controller, bytes);
      },
      onResponseEnd(controller, trailers) {
        if (lasting.has(head.status)) {
          const body = Buffer.concat(chunks).toString();
          const recording: Recording = { asked: askedIn(options), ...head, body };
          writeFileSync(file, `${JSON.stringify(recording, null, 2)}\n`);
        }
        handler.onResponseEnd?.(controller, trailers);
      },
      onResponseError: (...given) => handler.onResponseError?.(...given),
    });
  }
}

class Player extends Dispatcher {
  readonly #folder: string;
  readonly #onMissing: () => void;

  constructor(folder: string, onMissing: () => void) {
    super();
    this.#folder = folder;
    this.#onMissing = onMissing;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const found = readRecording(fileOf(this.#folder, options));
    if (!found) this.#onMissing();
    const { status, contentType, body } = found ?? missing;
    const controller = createController();
    queueMicrotask(() => {
      handler.onRequestStart?.(controller, {});
      if (controller.aborted) return;
      handler.onResponseStart?.(controller, status, { "content-type": contentType });
      handler.onResponseData?.(controller, Buffer.from(body));
      handler.onResponseEnd?.(controller, {});
    });
    return true;
  }
}

/** No provider would be asked twice for what it does not know. */
const missing = {
  status: 404,
  contentType: "application/json",
  body: '{"error":{"message":"There is no recording of this."}}',
};

/** Of an exchange that is over before anybody could stop it. */
function createController(): Dispatcher.DispatchController {
  let reason: Error | null = null;
  return {
    get aborted() {
      return reason !== null;
    },
    get paused() {
      return false;
    },
    get reason() {
      return reason;
    },
    rawHeaders: null,
    rawTrailers: null,
    abort(why) {
      reason = why;
    },
    pause: () => undefined,
    resume: () => undefined,
  };
}

function readRecording(file: string): Recording | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Recording;
  } catch {
    return undefined;
  }
}

/** What was asked, and of whom, says which file it is. */
function fileOf(folder: string, { origin, path, body }: Dispatcher.DispatchOptions): string {
  const asked = JSON.stringify([String(origin), path, bodyText(body)]);
  return join(folder, `${createHash("sha256").update(asked).digest("hex").slice(0, 32)}.json`);
}

/** Without the query of the address, where some providers are given keys. */
function askedIn({ origin, path, body }: Dispatcher.DispatchOptions): unknown {
  return { url: `${String(origin)}${path.split("?", 1)[0]}`, body: JSON.parse(bodyText(body)) as unknown };
}

/** Requests to providers are JSON texts. */
const bodyText = (body: Dispatcher.DispatchOptions["body"]) => (typeof body === "string" ? body : "null");
