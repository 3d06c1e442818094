import { signal, type ReadonlySignal } from "@preact/signals";
import type { Entry } from "@servicechat/contract/admin";
import { asProblem, type ApiProblem, type ChatHolderName } from "../../api/api-problem.ts";
import type { Api } from "../../api/create-api.ts";
import { retryWait } from "../../api/retry-wait.ts";

/** A message on its way to a visitor. */
export interface OutgoingMessage extends StoredMessage {
  readonly state: SendingState;
}

/** The state of a message: `offline` is retried automatically, `held` and `failed` on request. */
type SendingState =
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
  /** Removes a message because it was discarded or the chat shows it. */
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
    readStoredMessages(person).map((stored) => ({ ...stored, state: { kind: "sending" } })),
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
  const delayOthers = (chat: string): void => {
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
      if (state.kind === "offline") delayOthers(chat);
      if (state.kind === "sent") removeMessage(person, next.key);
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
      const stored = { key: crypto.randomUUID(), chat, text, at: new Date().toISOString() };
      storeMessage(person, stored);
      const isDelayed = messages.peek().some((each) => each.chat === chat && each.state.kind === "offline");
      messages.value = [...messages.value, { ...stored, state: { kind: isDelayed ? "offline" : "sending" } }];
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
      removeMessage(person, key);
      if (found) void work(found.chat);
    },
    close() {
      closed.abort();
      wakeAll();
    },
  };
}

/** A written message that the service has not yet confirmed. */
interface StoredMessage {
  /** Its `Idempotency-Key`. */
  readonly key: string;
  readonly chat: string;
  readonly text: string;
  readonly at: string;
}

const prefixOf = (person: string): string => `servicechat-console-outbox/${person}/`;

/**
 * Stores a message in this browser until it is sent. Each has a separate entry, so tabs do not overwrite each other's.
 */
function storeMessage(person: string, message: StoredMessage): void {
  try {
    localStorage.setItem(prefixOf(person) + message.key, JSON.stringify(message));
  } catch {
    // Without storage, sending continues only while the page is open.
  }
}

/** Removes a message that was sent or discarded. */
function removeMessage(person: string, key: string): void {
  try {
    localStorage.removeItem(prefixOf(person) + key);
  } catch {
    // Nothing was stored.
  }
}

/** Stored messages, in the order in which they were written. */
function readStoredMessages(person: string): readonly StoredMessage[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(prefixOf(person)))
      .flatMap((name) => readMessage(localStorage.getItem(name)))
      .toSorted((one, other) => one.at.localeCompare(other.at));
  } catch {
    return [];
  }
}

function readMessage(text: string | null): readonly StoredMessage[] {
  const read: unknown = JSON.parse(text ?? "null");
  if (typeof read !== "object" || read === null) return [];
  const { key, chat, text: written, at } = read as Readonly<Record<string, unknown>>;
  const isWhole = [key, chat, written, at].every((value) => typeof value === "string");
  return isWhole ? [read as StoredMessage] : [];
}
