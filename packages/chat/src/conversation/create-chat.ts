import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { ClientError } from "@servicechat/client";
import type { AgentView, FileInfo, StreamEvent } from "@servicechat/contract";
import type { Keeper } from "../session/create-keeper.ts";
import { afterEvent } from "./after-event.ts";
import { afterPosting, afterRefusal, afterResending, afterStopping, type Turn } from "./after-posting.ts";
import type { ChatParts } from "./chat-parts.ts";
import { lastTurn, runningReply, type Conversation } from "./conversation.ts";
import { createBatch } from "./frame-batch.ts";
import { fromHistory } from "./from-history.ts";
import { patiently, type Notice, type PatienceParts } from "./patience.ts";
import { isLateAnswer, isUnknownSession, whenUnresumable } from "./refusals.ts";
import { saidAgain } from "./said-again.ts";
import { sendUpload, type SendOptions } from "./send-upload.ts";
import { createSessionGate } from "./session-gate.ts";
import { createVisitorDeeds, type VisitorDeeds } from "./visitor-deeds.ts";

/** `unavailable`: the key or the page's origin is refused; `failed`: agent or history could not be read. */
export type ChatState = "loading" | "ready" | "failed" | "unavailable";

/** One visitor's chat: what is on screen, and what the visitor can do. Only `image` and `upload` reject. */
export interface Chat extends VisitorDeeds {
  readonly conversation: ReadonlySignal<Conversation>;
  readonly state: ReadonlySignal<ChatState>;
  readonly notice: ReadonlySignal<Notice | undefined>;
  readonly agent: ReadonlySignal<AgentView | undefined>;
  readonly isAnswering: ReadonlySignal<boolean>;
  /** Asks who answers, reads the history of the kept session and follows the answer that is still running. */
  start(): Promise<void>;
  stop(): void;
  /** Sends the last turn again after it failed. */
  retry(): void;
  /** Forgets the session; the next message begins another. */
  startNew(): void;
  image(url: string): Promise<Blob>;
  /** Hands over a file for the next message. Rejects with what went wrong. */
  upload(file: File, options: SendOptions): Promise<FileInfo>;
}

interface HeardEvent {
  readonly event: StreamEvent;
  readonly id: string;
}

/** Makes a chat over the client. It talks to the service only once `start` or another function is called. */
export function createChat(parts: ChatParts): Chat {
  const { client, tell } = parts;
  const conversation = signal<Conversation>([]);
  const state = signal<ChatState>("loading");
  const notice = signal<Notice | undefined>(undefined);
  const agent = signal<AgentView | undefined>(undefined);
  const isAnswering = computed(() => runningReply(conversation.value) !== undefined);
  const patience: PatienceParts = { wait: parts.wait, notify: (next) => (notice.value = next) };

  let lifetime = new AbortController();
  /** Known once the agent is; nothing is sent before. */
  let token: Keeper | undefined;
  let gate = createSessionGate();
  const asked = new Map<string, string>();
  let queue: Turn[] = [];
  /** The last turn, as long as the service may not have taken it: sent again, it keeps its key. */
  let unsettled: Turn | undefined;

  const batch = createBatch<HeardEvent>(parts.soon, (heard) => {
    conversation.value = heard.reduce(
      (before, { event, id }) => afterEvent(before, event, id),
      conversation.value,
    );
  });

  /** Streams a turn, or the reply that runs already; `false` when only history knows how it ended. */
  async function stream(turn: Turn | undefined, signal: AbortSignal): Promise<boolean> {
    let lastEventId: string | undefined;
    return patiently(patience, signal, async (moved) => {
      const onEvent = (event: StreamEvent, id: string): void => {
        if (signal.aborted) return;
        moved();
        lastEventId = id || lastEventId;
        batch.add({ event, id });
      };
      const kept = token?.read();
      if (kept && (!turn || lastEventId)) {
        return client.follow({ token: kept, lastEventId, signal, onEvent }).catch(whenUnresumable);
      }
      if (!turn) return false;
      await client.post(
        turn.messages.map(({ message }) => message),
        {
          token: kept,
          idempotencyKey: turn.key,
          context: turn.context,
          signal,
          onEvent,
          onOpen: (accepted) => {
            if (signal.aborted) return;
            token?.write(accepted.token);
            gate.open();
            unsettled = undefined;
            if (runningReply(conversation.value)?.stopping) stopAtService();
          },
        },
      );
      return true;
    });
  }

  async function deliver(first: Turn): Promise<void> {
    const { signal } = lifetime;
    unsettled = first;
    try {
      const turn = "context" in first ? first : { ...first, context: await parts.readContext(agent.peek()) };
      signal.throwIfAborted();
      unsettled = turn;
      const ended = await gate.through(token, () => {
        signal.throwIfAborted();
        return stream(turn, signal);
      });
      batch.flush();
      if (!ended) await reload(signal);
    } catch (error) {
      batch.flush();
      if (!signal.aborted) await refuseTurn(first, error, signal);
    }
    if (!signal.aborted) settle();
  }

  /** Draws the history, then follows the reply that is still running, if there is one. */
  async function reload(signal: AbortSignal, times = 3): Promise<void> {
    const kept = token?.read();
    if (!kept) return;
    parts.expectAnswer();
    const { messages } = await patiently(patience, signal, () => client.history(kept));
    if (signal.aborted) return;
    conversation.value = fromHistory(messages);
    state.value = "ready";
    if (!isAnswering.value) return;
    const ended = await stream(undefined, signal);
    batch.flush();
    if (!ended && times > 0) await reload(signal, times - 1);
  }

  async function refuseTurn(turn: Turn, error: unknown, signal: AbortSignal): Promise<void> {
    if (!isLateAnswer(turn, error)) return refuse(error);
    unsettled = undefined;
    await reload(signal).catch(refuse);
  }

  function refuse(error: unknown): void {
    const known = error instanceof ClientError ? error : undefined;
    const { code = "internal", retryable = true, message = "" } = known ?? {};
    if (known?.status === 401 || known?.status === 403) state.value = "unavailable";
    if (code === "session_not_found") forget();
    else {
      conversation.value = afterRefusal(conversation.value, { code, retryable, message }, unsettled);
      if (!retryable) unsettled?.refused?.();
    }
    tell("error", { code, retryable });
  }

  function settle(): void {
    const last = conversation.value.at(-1);
    if (last?.from === "agent" && last.error && !unsettled) {
      if (last.error.code === "key_revoked") state.value = "unavailable";
      tell("error", { code: last.error.code, retryable: last.error.retryable });
    } else if (last?.from === "agent" && !last.error) {
      tell("message:received", { status: last.status });
    }
    postNext();
  }

  function postNext(): void {
    const next = queue.shift();
    if (next) post(next);
  }

  function post(turn: Turn): void {
    if (state.value === "unavailable") return;
    if (state.value !== "ready" || isAnswering.value) {
      queue = [...queue, turn];
      return;
    }
    parts.expectAnswer();
    conversation.value = afterPosting(conversation.value, turn);
    tell("message:sent", {});
    void deliver(turn);
  }

  const postNew = (messages: Turn["messages"], refused?: Turn["refused"]): void =>
    post({ key: parts.newKey(), messages, refused });

  function stopAtService(): void {
    const kept = token?.read();
    // A stop that does not arrive leaves the answer running, which the visitor sees.
    if (kept) client.stop(kept).catch(() => undefined);
  }

  function forget(): void {
    lifetime.abort();
    lifetime = new AbortController();
    token?.forget();
    gate = createSessionGate();
    queue = [];
    asked.clear();
    unsettled = undefined;
    notice.value = undefined;
    conversation.value = [];
    parts.forgotten();
    if (state.value !== "unavailable") state.value = "ready";
  }

  async function loadAgent(signal: AbortSignal): Promise<void> {
    if (agent.value) return;
    const view = await patiently(patience, signal, () => client.agent());
    token = parts.tokenOf(view.id);
    agent.value = view;
  }

  return {
    conversation,
    state,
    notice,
    agent,
    isAnswering,

    async start() {
      const { signal } = lifetime;
      state.value = "loading";
      let kept: string | undefined;
      try {
        await loadAgent(signal);
        kept = token?.read();
        await reload(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (isUnknownSession(error)) {
          // A file that was sent meanwhile has opened another.
          if (token?.read() === kept) token?.forget();
          conversation.value = [];
        } else {
          if (state.value === "loading") state.value = "failed";
          refuse(error);
        }
      }
      if (signal.aborted) return;
      if (state.value === "loading") state.value = "ready";
      if (state.value === "ready") postNext();
    },

    ...createVisitorDeeds({ asked, post: postNew, tell, askPage: parts.askPage }),

    stop() {
      const reply = runningReply(conversation.value);
      if (!reply) return;
      if (unsettled && notice.value) {
        lifetime.abort();
        lifetime = new AbortController();
        notice.value = undefined;
        const error = { code: "stopped", retryable: true, message: "" };
        conversation.value = afterRefusal(conversation.value, error, unsettled);
        return;
      }
      conversation.value = afterStopping(conversation.value);
      stopAtService();
    },

    retry() {
      if (isAnswering.value) return;
      if (unsettled) {
        conversation.value = afterResending(conversation.value, unsettled);
        void deliver(unsettled);
        return;
      }
      const messages = saidAgain(lastTurn(conversation.value), conversation.value.at(-1));
      if (messages.length > 0) postNew(messages);
    },

    startNew() {
      if (conversation.value.length === 0) return;
      if (isAnswering.value) stopAtService();
      forget();
    },

    image: (url) => client.image(url, token?.read() ?? ""),

    async upload(file, options) {
      if (!token) throw new Error("Nothing is sent before the agent is known.");
      return sendUpload({ client, token, gate }, file, options);
    },
  };
}
