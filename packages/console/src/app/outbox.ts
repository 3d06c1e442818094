import { signal, type ReadonlySignal } from "@preact/signals";
import type { Entry } from "@servicechat/contract/admin";
import { asProblem, type ApiProblem, type ChatHolderName } from "../api/api-problem.ts";
import type { Api } from "../api/create-api.ts";
import { retryWait } from "../api/retry-wait.ts";
import { forgetMessage, keepMessage, keptMessages, type KeptMessage } from "./kept-messages.ts";

/** A message on its way to a visitor. */
export interface OutgoingMessage extends KeptMessage {
  readonly state: SendingState;
}

/** The state of a message: `offline` is retried automatically, `held` and `failed` on request. */
export type SendingState =
  | { readonly kind: "sending" }
  | { readonly kind: "offline"; readonly retryAfter?: number | undefined }
  | { readonly kind: "sent"; readonly entry: Entry }
  | { readonly kind: "held"; readonly holder: ChatHolderName }
  | { readonly kind: "failed"; readonly problem: ApiProblem };

/** Sends each message to its visitor exactly once, even after network failures and reloads. */
export interface Outbox {
  readonly messages: ReadonlySignal<readonly OutgoingMessage[]>;
  send(chat: string, text: string): void;
  /** Retries a message that was not accepted. */
  retry(key: string): void;
  /** Removes a message because it is no longer wanted or the chat shows it. */
  drop(key: string): void;
  close(): void;
}

/** A request without a response for this long counts as lost, in milliseconds. */
const lostMs = 15_000;

/**
 * Opens a person's unsent messages, and sends what earlier pages left. The messages of one chat are sent one after the
 * other.
 */
export function openOutbox(api: Api, person: string): Outbox {
  const messages = signal<readonly OutgoingMessage[]>(
    keptMessages(person).map((kept) => ({ ...kept, state: { kind: "sending" } })),
  );
  const closed = new AbortController();
  const running = new Set<string>();
  const wakers = new Set<() => void>();
  const wakeAll = (): void => {
    for (const wake of wakers) wake();
  };
  const setState = (key: string, state: SendingState): void => {
    messages.value = messages.value.map((each) => (each.key === key ? { ...each, state } : each));
  };

  /** Messages behind one that cannot be sent have to wait too. */
  const holdUp = (chat: string): void => {
    for (const { key, ...each } of messages.peek())
      if (each.chat === chat && each.state.kind === "sending") setState(key, { kind: "offline" });
  };

  /** Sends the messages of a chat until there are none left or one needs a decision. */
  async function work(chat: string): Promise<void> {
    if (running.has(chat)) return;
    running.add(chat);
    for (let misses = 0; !closed.signal.aborted;) {
      const next = messages.peek().find((each) => each.chat === chat && each.state.kind !== "sent");
      if (!next || next.state.kind === "held" || next.state.kind === "failed") break;
      const state = await attempt(next);
      // It may have been removed in the meantime.
      if (!closed.signal.aborted) setState(next.key, state);
      if (state.kind === "offline") holdUp(chat);
      if (state.kind === "sent") forgetMessage(person, next.key);
      misses = state.kind === "offline" ? misses + 1 : 0;
      if (state.kind === "offline") await pause(retryWait(misses, state.retryAfter));
    }
    running.delete(chat);
  }

  async function attempt({ chat, key, text }: OutgoingMessage): Promise<SendingState> {
    try {
      const entry = await api.send<Entry>("POST", `chats/${encodeURIComponent(chat)}/messages`, {
        body: { text },
        idempotencyKey: key,
        signal: AbortSignal.any([closed.signal, AbortSignal.timeout(lostMs)]),
      });
      return { kind: "sent", entry };
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (problem.holder) return { kind: "held", holder: problem.holder };
      const isPassing = problem.status === 0 || problem.status === 429 || problem.status >= 500;
      return isPassing ? { kind: "offline", retryAfter: problem.retryAfter } : { kind: "failed", problem };
    }
  }

  /** Waits, but no longer than until the network is back. */
  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        wakers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      wakers.add(wake);
    });
  }

  addEventListener("online", wakeAll, { signal: closed.signal });
  for (const { chat } of messages.peek()) void work(chat);
  return {
    messages,
    send(chat, text) {
      const kept = { key: crypto.randomUUID(), chat, text, at: new Date().toISOString() };
      keepMessage(person, kept);
      const isHeldUp = messages.peek().some((each) => each.chat === chat && each.state.kind === "offline");
      messages.value = [...messages.value, { ...kept, state: { kind: isHeldUp ? "offline" : "sending" } }];
      void work(chat);
    },
    retry(key) {
      const found = messages.peek().find((each) => each.key === key);
      if (!found) return;
      setState(key, { kind: "sending" });
      void work(found.chat);
    },
    drop(key) {
      const found = messages.peek().find((each) => each.key === key);
      messages.value = messages.value.filter((each) => each.key !== key);
      forgetMessage(person, key);
      if (found) void work(found.chat);
    },
    close() {
      closed.abort();
      wakeAll();
    },
  };
}
