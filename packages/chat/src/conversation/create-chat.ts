import { computed, signal } from "@preact/signals";
import { ClientError } from "@servicechat/client";
import type { AgentView } from "@servicechat/contract";
import type { Keeper } from "../session/create-keeper.ts";
import { afterEvents, type HeardEvent } from "./after-event.ts";
import {
  afterPosting,
  afterRefusal,
  afterResending,
  afterStopping,
  afterTaking,
  notSent,
  type Turn,
} from "./after-posting.ts";
import type { Chat, ChatState } from "./chat.ts";
import type { ChatParts } from "./chat-parts.ts";
import { lastTurn, runningReply, type Conversation } from "./conversation.ts";
import { createBatch } from "./create-batch.ts";
import { fromHistory } from "./from-history.ts";
import { keepKeys } from "./keep-keys.ts";
import { patiently, type Notice, type PatienceParts } from "./patience.ts";
import { placedTurn } from "./placed-turn.ts";
import { cameLate, isShutOut, isUnknownSession } from "./refusals.ts";
import { saidAgain } from "./said-again.ts";
import { createServiceCalls } from "./service-calls.ts";
import { createSessionGate } from "./session-gate.ts";
import { streamTurn } from "./stream-turn.ts";
import { tellAnswer } from "./tell-answer.ts";
import { createTurnQueue } from "./turn-queue.ts";
import { createVisitorDeeds, type DeedParts } from "./visitor-deeds.ts";

/** Makes a chat over the client. It talks to the service only once `start` or another function is called. */
export function createChat(parts: ChatParts): Chat {
  const { client, tell } = parts;
  const conversation = signal<Conversation>([]);
  const state = signal<ChatState>("loading");
  const notice = signal<Notice | undefined>(undefined);
  const agent = signal<AgentView | undefined>(undefined);
  const isAnswering = computed(() => runningReply(conversation.value) !== undefined);
  const isStopped = (): boolean => !!runningReply(conversation.value)?.stopping;
  const patience: PatienceParts = { wait: parts.wait, notify: (next) => (notice.value = next) };
  const quiet: PatienceParts = { ...patience, notify: () => undefined };

  let lifetime = new AbortController();
  /** Known once the agent is; nothing is sent before. */
  let token: Keeper | undefined;
  let gate = createSessionGate(parts.alone);
  const asked = new Map<string, string>();
  const queue = createTurnQueue();
  const calls = createServiceCalls({ client, token: () => token, gate: () => gate });
  /** The last turn, as long as the service may not have taken it: sent again, it keeps its key. */
  let unsettled: Turn | undefined;
  /** The token of the chat on screen. */
  let shown: string | undefined;
  /** Another tab has changed something that is not on screen yet. */
  let isStale = false;
  let isUnwanted = false; // a new chat was asked for before it was known which one is kept
  /** The life of the chat that is being read. */
  let reading: AbortSignal | undefined;
  /** Takes the connection that an answer comes over for dead. */
  let giveUp = (): void => undefined;

  const batch = createBatch<HeardEvent>(parts.soon, (heard) => {
    conversation.value = afterEvents(conversation.value, heard);
  });

  const stream = (turn: Turn | undefined, signal: AbortSignal): Promise<boolean> =>
    streamTurn(
      {
        client,
        patience,
        now: parts.now,
        onReturn(run, life) {
          giveUp = () => run(true);
          parts.onReturn(run, life);
        },
        token: () => token?.read(),
        isStopped,
        hear: (event, id) => batch.add({ event, id }),
        taken(accepted, sent) {
          // Another tab may have left this chat meanwhile: that stands, and this tab follows once it is answered.
          shown = accepted.token;
          if (sent === undefined || token?.read() === sent) token?.write(shown);
          isStale ||= token?.read() !== shown;
          gate.open();
          unsettled = undefined;
          conversation.value = afterTaking(conversation.value);
          if (isStopped()) calls.stopAnswer(giveUp);
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
      if (!ended) await (token?.read() === shown ? reload(signal) : look());
      else first.replacement?.answered();
    } catch (error) {
      batch.flush();
      if (!signal.aborted) await refuseTurn(first, error, signal);
    }
    if (signal.aborted) return;
    tellEnd();
    goOn();
  }

  /**
   * Draws the history, then follows the reply that is still running; `true` when there was one. What is said while it is
   * read `quietly` stays on screen, and it is read again.
   */
  async function reload(signal: AbortSignal, quietly = false, times = 3): Promise<boolean> {
    const kept = token?.read();
    const before = conversation.value;
    if (!quietly || !kept) shown = kept;
    if (!kept) return false;
    parts.expectAnswer();
    const { messages } = await patiently(quietly ? quiet : patience, signal, () => client.history(kept));
    if (signal.aborted) return false;
    if (quietly && conversation.value !== before) {
      isStale = true;
      return false;
    }
    shown = kept;
    const told = fromHistory(messages, { ...parts, actions: agent.value?.actions });
    conversation.value = keepKeys(told, conversation.value);
    state.value = "ready";
    if (!isAnswering.value) return false;
    const ended = await stream(undefined, signal);
    batch.flush();
    if (!ended && times > 0) await reload(signal, false, times - 1);
    return true;
  }

  async function refuseTurn(turn: Turn, error: unknown, signal: AbortSignal): Promise<void> {
    if (!cameLate(turn, error)) return refuse(error);
    unsettled = undefined;
    // What was written for a chat that was left is not given back in another.
    if (token?.read() !== shown) return look();
    turn.refused?.(true);
    await reload(signal).catch(refuse);
  }

  function refuse(error: unknown): void {
    const { code = "internal", retryable = true, message = "" } = error instanceof ClientError ? error : {};
    if (isShutOut(error)) state.value = "unavailable";
    // Another tab may keep another chat by now.
    if (code === "session_not_found") void (token?.read() === shown ? forget() : look());
    else {
      conversation.value = afterRefusal(conversation.value, { code, retryable, message }, unsettled);
      if (!retryable) unsettled?.refused?.();
    }
    tell("error", { code, retryable });
  }

  function tellEnd(): void {
    if (tellAnswer(conversation.value.at(-1), { tell, isUnsent: !!unsettled })) state.value = "unavailable";
  }

  const goOn = (): void => void (isStale ? look() : postNext());

  function post(said: Turn): void {
    if (state.value !== "unavailable") queue.add(said);
    postNext();
  }

  function postNext(): void {
    const said = state.value === "ready" && !isAnswering.value && queue.take();
    if (!said) return;
    const turn = placedTurn(said, conversation.value, unsettled);
    if (!turn) return said.refused?.(true);
    parts.expectAnswer();
    conversation.value = afterPosting(turn.before ?? [], turn);
    tell("message:sent", {});
    void deliver(turn);
  }

  const postNew: DeedParts["post"] = (messages, refused, replacement) =>
    post({ key: parts.newKey(), at: parts.now(), messages, refused, replacement });

  function forget(): void {
    token?.forget();
    leave();
  }

  function leave(): void {
    lifetime.abort();
    lifetime = new AbortController();
    gate = createSessionGate(parts.alone);
    queue.clear();
    asked.clear();
    unsettled = undefined;
    notice.value = undefined;
    conversation.value = [];
    shown = undefined;
    isStale = false;
    if (state.value !== "unavailable") state.value = "ready";
    parts.forgotten();
  }

  async function look(isAnother = false): Promise<void> {
    const isLeft = isAnother || (shown !== undefined && token?.read() !== shown);
    // What is being sent is seen through first, and what could not be sent is not taken from the screen.
    const isBusy = unsettled ? isAnswering.value || !isLeft : isAnswering.value && !isLeft;
    if (!isAnother && (isBusy || state.value === "loading" || (reading === lifetime.signal && !isLeft))) {
      isStale = true;
      return postNext();
    }
    isStale = false;
    if (isLeft) leave();
    if (state.value !== "unavailable") await readChat(!isLeft && state.value === "ready");
  }

  async function readChat(quietly = false): Promise<void> {
    const { signal } = lifetime;
    const before = conversation.value;
    if (!quietly) state.value = "loading";
    let kept: string | undefined;
    reading = signal;
    try {
      if (!agent.value) {
        const view = await patiently(patience, signal, () => client.agent());
        token = parts.tokenOf(view.id);
        if (isUnwanted) token.forget();
        agent.value = view;
      }
      kept = token?.read();
      if (await reload(signal, quietly)) tellEnd();
    } catch (error) {
      if (signal.aborted) return;
      if (quietly && conversation.value !== before) isStale = true;
      else if (isUnknownSession(error)) {
        // A file that was sent meanwhile has opened another.
        if (token?.read() === kept) token?.forget();
        conversation.value = [];
      } else if (!quietly || isShutOut(error)) {
        if (state.value === "loading") state.value = "failed";
        refuse(error);
      }
    }
    if (signal.aborted) return;
    reading = undefined;
    if (state.value === "loading") state.value = "ready";
    if (state.value === "ready") goOn();
  }

  return {
    conversation,
    queued: queue.drawn,
    state,
    notice,
    agent,
    isAnswering,
    start: () => readChat(),
    look,
    session: () => shown,
    ...createVisitorDeeds({ ...parts, asked, post: postNew }),
    ...calls,

    stop() {
      if (!isAnswering.value) return;
      if (unsettled && notice.value) {
        lifetime.abort();
        lifetime = new AbortController();
        notice.value = undefined;
        conversation.value = afterRefusal(conversation.value, notSent, unsettled);
        return goOn();
      }
      conversation.value = afterStopping(conversation.value);
      calls.stopAnswer(giveUp);
    },

    retry() {
      if (isAnswering.value) return;
      if (unsettled) {
        conversation.value = afterResending(conversation.value, unsettled);
        return void deliver(unsettled);
      }
      const messages = saidAgain(lastTurn(conversation.value), conversation.value.at(-1));
      if (messages.length > 0) postNew(messages);
    },

    startNew() {
      isUnwanted = !agent.value;
      if (isUnwanted || (conversation.value.length === 0 && state.value !== "loading")) return;
      if (isAnswering.value) calls.stopAnswer();
      forget();
    },
  };
}
