import {
  headers,
  paths,
  type AgentView,
  type HandoffState,
  type History,
  type PostedContext,
  type PostedFeedback,
  type PostedHandoff,
  type PostedMessage,
  type UploadInfo,
} from "@servicechat/contract";
import { ClientError } from "./client-error.ts";
import { readBody, readObject } from "./read-body.ts";
import { readChat, readEvents, type OnEvent } from "./read-events.ts";
import { sendRequest, usualPatience, type RequestOptions, type ServiceRequest } from "./send-request.ts";

/** The options of a client. */
export interface ClientOptions extends RequestOptions {
  /** Milliseconds of silence after which a stream counts as lost; 45,000 when absent. */
  readonly silence?: number;
  /** Whether the visitor sees the page, asked whenever the history is read; absent: always. */
  readonly isSeen?: () => boolean;
}

/** Known as soon as the service has accepted a message. */
export interface Accepted {
  /** The session token to send with every request from now on. */
  readonly token: string;
  /** The idempotency key was seen before: this is the same turn, not a new one. */
  readonly replayed: boolean;
}

/** Options of a turn, and who receives its reply. */
export interface PostOptions {
  /** Absent before the first message: the service then opens a session. */
  readonly token?: string | undefined;
  /** A fresh UUID for each turn: sending it again with the same messages never asks twice. */
  readonly idempotencyKey?: string;
  /** What the model may know about the page. A turn that is sent again must have the same context. */
  readonly context?: PostedContext | undefined;
  /** The id of the visitor's last message in the history: this turn replaces that message's turn. */
  readonly replaces?: string | undefined;
  readonly signal?: AbortSignal;
  readonly onEvent: OnEvent;
  /** Called once, before the first event. Store the token here: the stream may be lost later. */
  readonly onOpen?: (accepted: Accepted) => void;
}

/** Which reply to follow, from where, and who receives it. */
export interface FollowOptions {
  readonly token: string;
  /** The id of the last event received. Absent: from the start of the reply. */
  readonly lastEventId?: string | undefined;
  readonly signal?: AbortSignal;
  readonly onEvent: OnEvent;
}

/** How a file is uploaded. */
export interface UploadOptions {
  /** Absent before the first message or upload: the service then opens a session. */
  readonly token?: string | undefined;
  readonly signal?: AbortSignal;
  /** Sends this request instead of the client's own `fetch`, for example one that reports progress. */
  readonly fetch?: typeof fetch;
}

/** A file that the service has stored. */
export interface Uploaded {
  readonly token: string;
  readonly file: UploadInfo;
}

/**
 * The endpoints as functions, except the configuration, which only the launcher needs. All of them reject with
 * `ClientError`, or with the signal's reason when it was aborted.
 */
export interface Client {
  /** GET /chat-bot/agent. */
  agent(): Promise<AgentView>;
  /** GET /chat-bot/history. `session_not_found` (404) is normal before the first message. `isSeen`: by default as the page. */
  history(token: string, isSeen?: boolean): Promise<History>;
  /** POST /chat-bot/: resolves after the terminal event, whether `done` or `error`; rejects if none came. */
  post(messages: readonly PostedMessage[], options: PostOptions): Promise<Accepted>;
  /**
   * GET /chat-bot/stream: `true` after the terminal event, `false` if nothing is running: then the history is complete.
   */
  follow(options: FollowOptions): Promise<boolean>;
  /**
   * GET /chat-bot/stream?wait=idle: follows the whole chat, its replies and what people say, until the service ends the
   * stream, which it does after ten minutes; then follow it again. `false` if no person takes part in this agent's chats and
   * nothing is running. Events without an id are passed on with the previous id. `isSeen` is `false` in a hidden page.
   */
  listen(options: FollowOptions & { readonly isSeen?: boolean }): Promise<boolean>;
  /** POST /chat-bot/handoff: asks for a person. The token is new if there was none. */
  askForPerson(posted: PostedHandoff, token?: string): Promise<HandoffState & { readonly token: string }>;
  /** DELETE /chat-bot/handoff: goes back to the agent. */
  backToAgent(token: string): Promise<HandoffState>;
  /**
   * POST /chat-bot/session: reopens a chat with the secret from the link in an email, which works once. Resolves with a
   * new token: with the same key, always the same one.
   */
  openLink(link: string, idempotencyKey: string): Promise<string>;
  /** POST /chat-bot/stop: ends the running reply; does nothing if there is none. */
  stop(token: string): Promise<void>;
  /** DELETE /chat-bot/session: erases the chat for good. */
  erase(token: string): Promise<void>;
  /** POST /chat-bot/feedback: rates a reply, replacing any earlier rating. */
  rate(token: string, feedback: PostedFeedback): Promise<void>;
  /** POST /chat-bot/uploads: uploads one file, which a `file` block of this session can then refer to. */
  upload(file: File, options?: UploadOptions): Promise<Uploaded>;
  /** The bytes of an `image` event. Its address must be on the service; otherwise it rejects with `unexpected_answer`. */
  image(url: string, token: string): Promise<Blob>;
}

/**
 * Creates a client for one agent key. It keeps no state: the caller stores the token and decides what to retry.
 *
 * @example
 * const client = createClient({ baseUrl: "https://chat.example", key: "ak_...", fetch });
 * await client.post([{ type: "text", block: { value: "Hello" } }], { onEvent: (event) => show(event) });
 */
export function createClient(clientOptions: ClientOptions): Client {
  const { silence = 45_000, patience = usualPatience, isSeen: isPageSeen = () => true } = clientOptions;
  const send = (request: ServiceRequest) => sendRequest(clientOptions, request);
  const session = (token: string | undefined) => ({ [headers.sessionToken]: token });

  async function read(response: Response, { onEvent, signal }: PostOptions | FollowOptions): Promise<void> {
    if (!response.body || !response.headers.get("content-type")?.startsWith("text/event-stream")) {
      throw unexpected();
    }
    try {
      await readEvents(response.body, { onEvent, silence });
    } catch (cause) {
      signal?.throwIfAborted();
      throw cause;
    }
  }

  async function readJson(response: Response): Promise<Record<string, unknown>> {
    const value = await readObject(response, patience);
    if (!value) throw unexpected();
    return value;
  }

  async function readHandoff(response: Response): Promise<HandoffState> {
    const state = await readJson(response);
    if (typeof state["holder"] !== "string" || typeof state["open"] !== "boolean") throw unexpected();
    return state as unknown as HandoffState;
  }

  return {
    async agent() {
      const view = await readJson(await send({ method: "GET", path: paths.agent }));
      if (!Array.isArray(view["actions"])) throw unexpected();
      return view as unknown as AgentView;
    },

    async history(token, isSeen = isPageSeen()) {
      const path = `${paths.history}${isSeen ? "" : "?seen=false"}`;
      const history = await readJson(await send({ method: "GET", path, headers: session(token) }));
      if (!Array.isArray(history["messages"])) throw unexpected();
      return history as unknown as History;
    },

    async post(messages, options) {
      const { token, idempotencyKey, context, replaces, signal } = options;
      const response = await send({
        method: "POST",
        path: paths.messages,
        headers: {
          ...session(token),
          [headers.idempotencyKey]: idempotencyKey,
          [headers.userToken]: clientOptions.userToken?.(),
          "Content-Type": "application/json",
          Accept: "text/event-stream",
        },
        body: JSON.stringify({ messages, context, replaces }),
        signal,
      });
      const replayed = response.headers.get(headers.idempotencyReplayed) === "true";
      const accepted = { token: issuedToken(response, token), replayed };
      options.onOpen?.(accepted);
      await read(response, options);
      return accepted;
    },

    async follow(options) {
      const { token, lastEventId, signal } = options;
      const response = await send({
        method: "GET",
        path: paths.stream,
        headers: {
          ...session(token),
          [headers.lastEventId]: lastEventId,
          Accept: "text/event-stream",
        },
        signal,
      });
      if (response.status === 204) return false;
      await read(response, options);
      return true;
    },

    async listen({ token, lastEventId, signal, onEvent, isSeen = true }) {
      const response = await send({
        method: "GET",
        path: `${paths.stream}?wait=idle${isSeen ? "" : "&seen=false"}`,
        headers: { ...session(token), [headers.lastEventId]: lastEventId, Accept: "text/event-stream" },
        signal,
      });
      if (response.status === 204) return false;
      if (!response.body) throw unexpected();
      try {
        await readChat(response.body, { onEvent, silence });
      } catch (cause) {
        signal?.throwIfAborted();
        throw cause;
      }
      return true;
    },

    async askForPerson(posted, token) {
      const response = await send({
        method: "POST",
        path: paths.handoff,
        headers: { ...session(token), "Content-Type": "application/json" },
        body: JSON.stringify(posted),
      });
      return { ...(await readHandoff(response)), token: issuedToken(response, token) };
    },

    async backToAgent(token) {
      return readHandoff(await send({ method: "DELETE", path: paths.handoff, headers: session(token) }));
    },

    async openLink(link, idempotencyKey) {
      const response = await send({
        method: "POST",
        path: paths.session,
        headers: { [headers.idempotencyKey]: idempotencyKey, "Content-Type": "application/json" },
        body: JSON.stringify({ link }),
      });
      return issuedToken(response, undefined);
    },

    async stop(token) {
      await send({ method: "POST", path: paths.stop, headers: session(token) });
    },

    async erase(token) {
      await send({ method: "DELETE", path: paths.session, headers: session(token) });
    },

    async rate(token, feedback) {
      await send({
        method: "POST",
        path: paths.feedback,
        headers: { ...session(token), "Content-Type": "application/json" },
        body: JSON.stringify(feedback),
      });
    },

    async upload(file, { token, signal, fetch = clientOptions.fetch } = {}) {
      const body = new FormData();
      body.set("file", file);
      const request = { method: "POST", path: paths.uploads, headers: session(token), body, signal } as const;
      const response = await sendRequest({ ...clientOptions, fetch }, request);
      const taken = await readJson(response);
      if (typeof taken["id"] !== "string") throw unexpected();
      return { token: issuedToken(response, token), file: taken as unknown as UploadInfo };
    },

    async image(url, token) {
      const base = new URL(clientOptions.baseUrl);
      const address = new URL(url, base);
      if (address.origin !== base.origin) throw unexpected();
      const path = address.href.slice(address.origin.length);
      const response = await send({ method: "GET", path, headers: session(token) });
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      if (response.body) await readBody(response.body, patience, (piece) => void pieces.push(piece));
      return new Blob(pieces, { type: response.headers.get("content-type") ?? "" });
    },
  };
}

function issuedToken(response: Response, token: string | undefined): string {
  const issued = response.headers.get(headers.sessionToken) ?? token;
  if (!issued) throw unexpected();
  return issued;
}

function unexpected(): ClientError {
  return new ClientError("The service did not answer as expected.", {
    status: 0,
    code: "unexpected_answer",
    retryable: false,
  });
}
