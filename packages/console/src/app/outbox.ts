import { signal, type ReadonlySignal } from "@preact/signals";
import type { Entry } from "@servicechat/contract/admin";
import { asProblem, type ApiProblem, type ChatHolderName } from "../api/api-problem.ts";
import type { Api } from "../api/create-api.ts";
import { forgetMessage, keepMessage, keptMessages, type KeptMessage } from "./kept-messages.ts";

/** A message to a visitor on its way. */
export interface OutgoingMessage extends KeptMessage {
  readonly state: SendingState;
}

/** How far it has got: `offline` is tried again by itself, `held` and `failed` when somebody asks for it. */
export type SendingState =
  | { readonly kind: "sending" | "offline" }
  | { readonly kind: "sent"; readonly entry: Entry }
  | { readonly kind: "held"; readonly holder: ChatHolderName }
  | { readonly kind: "failed"; readonly problem: ApiProblem };

/** Sends messages to visitors, each once, also over a lost network and a reload. */
export interface Outbox {
  readonly messages: ReadonlySignal<readonly OutgoingMessage[]>;
  send(chat: string, text: string): void;
  /** Tries one again that was not accepted. */
  retry(key: string): void;
  /** Takes a message away: it is not wanted any more, or the chat shows it. */
  drop(key: string): void;
  close(): void;
}

/** A request without an answer for this long counts as lost, in milliseconds. */
const lostMs = 15_000;
const longestPauseMs = 15_000;

/**
 * Opens the messages that a person has on the way, and sends what is left of earlier pages. The messages of one chat go
 * one after the other.
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

  /** What stands behind a message that cannot be sent is not on its way either. */
  const holdUp = (chat: string): void => {
    for (const { key, ...each } of messages.peek())
      if (each.chat === chat && each.state.kind === "sending") setState(key, { kind: "offline" });
  };

  /** Sends what a chat has, until nothing is left or something needs a decision. */
  async function work(chat: string): Promise<void> {
    if (running.has(chat)) return;
    running.add(chat);
    for (let misses = 0; !closed.signal.aborted;) {
      const next = messages.peek().find((each) => each.chat === chat && each.state.kind !== "sent");
      if (!next || next.state.kind === "held" || next.state.kind === "failed") break;
      const state = await attempt(next);
      // It may have been taken away meanwhile.
      if (!closed.signal.aborted) setState(next.key, state);
      if (state.kind === "offline") holdUp(chat);
      if (state.kind === "sent") forgetMessage(person, next.key);
      misses = state.kind === "offline" ? misses + 1 : 0;
      if (state.kind === "offline") await pause(Math.min(longestPauseMs, 500 * 2 ** misses));
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
      return isPassing ? { kind: "offline" } : { kind: "failed", problem };
    }
  }

  /** Waits, at most until the network comes back. */
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
