import { computed, signal } from "@preact/signals";
import { ClientError } from "@servicechat/client";
import type { AgentView, StreamEvent } from "@servicechat/contract";
import type { Keeper } from "../session/create-keeper.ts";
import { afterEvent } from "./after-event.ts";
import { afterPosting, afterRefusal, afterResending, afterStopping, type Turn } from "./after-posting.ts";
import type { Chat, ChatState } from "./chat.ts";
import type { ChatParts } from "./chat-parts.ts";
import { lastTurn, runningReply, wasCut, type Conversation } from "./conversation.ts";
import { createBatch } from "./frame-batch.ts";
import { fromHistory } from "./from-history.ts";
import { keepKeys } from "./keep-keys.ts";
import { patiently, type Notice, type PatienceParts } from "./patience.ts";
import { placedTurn } from "./placed-turn.ts";
import { cameLate, isUnknownSession } from "./refusals.ts";
import { saidAgain } from "./said-again.ts";
import { sendUpload } from "./send-upload.ts";
import { createSessionGate } from "./session-gate.ts";
import { streamTurn } from "./stream-turn.ts";
import { createVisitorDeeds, type DeedParts } from "./visitor-deeds.ts";

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
  let gate = createSessionGate(parts.alone);
  const asked = new Map<string, string>();
  let queue: Turn[] = [];
  /** The last turn, as long as the service may not have taken it: sent again, it keeps its key. */
  let unsettled: Turn | undefined;
  /** The token of the chat on screen. */
  let shown: string | undefined;
  /** Another tab has changed something that is not on screen yet. */
  let isStale = false;

  const batch = createBatch<HeardEvent>(parts.soon, (heard) => {
    conversation.value = heard.reduce(
      (before, { event, id }) => afterEvent(before, event, id),
      conversation.value,
    );
  });

  const stream = (turn: Turn | undefined, signal: AbortSignal): Promise<boolean> =>
    streamTurn(
      {
        client,
        patience,
        token: () => token?.read(),
        hear: (event, id) => batch.add({ event, id }),
        taken(accepted, sent) {
          // Another tab may have left this chat meanwhile: that stands, and this tab follows once it is answered.
          if (sent === undefined || token?.read() === sent) token?.write(accepted.token);
          shown = accepted.token;
          isStale ||= token?.read() !== shown;
          gate.open();
          unsettled = undefined;
          if (runningReply(conversation.value)?.stopping) stopAtService();
        },
      },
      turn,
      signal,
    );

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
    if (signal.aborted) return;
    tellEnd();
    goOn();
  }

  /** Draws the history, then follows the reply that is still running; `true` when there was one. */
  async function reload(signal: AbortSignal, times = 3): Promise<boolean> {
    const kept = token?.read();
    shown = kept;
    if (!kept) return false;
    parts.expectAnswer();
    const { messages } = await patiently(patience, signal, () => client.history(kept));
    if (signal.aborted) return false;
    const told = fromHistory(messages, { ...parts, actions: agent.value?.actions });
    conversation.value = keepKeys(told, conversation.value);
    state.value = "ready";
    if (!isAnswering.value) return false;
    const ended = await stream(undefined, signal);
    batch.flush();
    if (!ended && times > 0) await reload(signal, times - 1);
    return true;
  }

  async function refuseTurn(turn: Turn, error: unknown, signal: AbortSignal): Promise<void> {
    if (!cameLate(turn, error)) return refuse(error);
    unsettled = undefined;
    await reload(signal).catch(refuse);
    turn.refused?.(true);
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

  const isCut = (): boolean => !unsettled && wasCut(conversation.value);

  function tellEnd(): void {
    const last = conversation.value.at(-1);
    if (isCut()) return; // told already
    if (last?.from === "agent" && last.error && !unsettled) {
      if (last.error.code === "key_revoked") state.value = "unavailable";
      tell("error", { code: last.error.code, retryable: last.error.retryable });
    } else if (last?.from === "agent" && !last.error) {
      tell("message:received", { status: last.status });
    }
  }

  function goOn(): void {
    if (isStale) void look();
    else postNext();
  }

  function postNext(): void {
    const next = queue.shift();
    if (next) post(next);
  }

  function post(said: Turn): void {
    if (state.value === "unavailable") return;
    if (state.value !== "ready" || isAnswering.value) {
      queue = [...queue, said];
      return;
    }
    parts.expectAnswer();
    isStale ||= isCut();
    const turn = placedTurn(said, conversation.value, unsettled);
    conversation.value = afterPosting(turn.before ?? [], turn);
    tell("message:sent", {});
    void deliver(turn);
  }

  const postNew: DeedParts["post"] = (messages, refused, replacement) =>
    post({ key: parts.newKey(), at: parts.now(), messages, refused, replacement });

  function stopAtService(): void {
    const kept = token?.read();
    // A stop that does not arrive leaves the answer running, which the visitor sees.
    if (kept) client.stop(kept).catch(() => undefined);
  }

  function forget(): void {
    token?.forget();
    leave();
    if (state.value !== "unavailable") state.value = "ready";
  }

  function leave(): void {
    lifetime.abort();
    lifetime = new AbortController();
    gate = createSessionGate(parts.alone);
    queue = [];
    asked.clear();
    unsettled = undefined;
    notice.value = undefined;
    conversation.value = [];
    shown = undefined;
    isStale = false;
    parts.forgotten();
  }

  async function look(): Promise<void> {
    const isLeft = shown !== undefined && token?.read() !== shown;
    // What is being sent is seen through first, and what could not be sent is not taken from the screen.
    const isBusy = unsettled ? isAnswering.value || !isLeft : isAnswering.value && !isLeft;
    if (isBusy || state.value === "loading") {
      isStale = true;
      return;
    }
    isStale = false;
    if (isLeft) leave();
    if (state.value !== "unavailable") await start();
  }

  async function loadAgent(signal: AbortSignal): Promise<void> {
    if (agent.value) return;
    const view = await patiently(patience, signal, () => client.agent());
    token = parts.tokenOf(view.id);
    agent.value = view;
  }

  async function start(): Promise<void> {
    const { signal } = lifetime;
    state.value = "loading";
    let kept: string | undefined;
    try {
      await loadAgent(signal);
      kept = token?.read();
      if (await reload(signal)) tellEnd();
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
    if (state.value === "ready") goOn();
  }

  return {
    conversation,
    state,
    notice,
    agent,
    isAnswering,
    start,
    look,
    session: () => shown,
    ...createVisitorDeeds({ ...parts, asked, post: postNew }),

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
      if (isCut()) return void look();
      const messages = saidAgain(lastTurn(conversation.value), conversation.value.at(-1));
      if (messages.length > 0) postNew(messages);
    },

    startNew() {
      if (conversation.value.length === 0) return;
      if (isAnswering.value) stopAtService();
      forget();
    },

    history: () => client.history(token?.read() ?? ""),
    rate: (feedback) => client.rate(token?.read() ?? "", feedback),
    image: (url) => client.image(url, token?.read() ?? ""),

    async upload(file, options) {
      if (!token) throw new Error("Nothing is sent before the agent is known.");
      return sendUpload({ client, token, gate }, file, options);
    },
  };
}
