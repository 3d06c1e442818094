import { signal, type ReadonlySignal } from "@preact/signals";
import type { Api } from "../api/create-api.ts";
import { openEventStream } from "../api/event-stream.ts";

/** A colleague who is looking at a chat. */
export interface PresentOperator {
  readonly id: string;
  readonly name: string;
  readonly typing: boolean;
}

/** What the service reports as it happens. */
export interface LiveUpdates {
  close(): void;
  /** Whether the stream is currently open. */
  readonly isOpen: ReadonlySignal<boolean>;
  /** Whether the service has refused the stream. It is tried again. */
  readonly isRefused: ReadonlySignal<boolean>;
  /** How many chats are waiting for a person. */
  readonly waiting: ReadonlySignal<number>;
  /** In how many a visitor who left an address is waiting for an answer. */
  readonly addresses: ReadonlySignal<number>;
  /** Who is looking at which chat. */
  readonly presence: ReadonlySignal<ReadonlyMap<string, readonly PresentOperator[]>>;
  /**
   * Calls back with the id of each chat that changed, and `undefined` if all may have. Returns a function that stops
   * this.
   */
  onChat(listener: (chat: string | undefined) => void): () => void;
}

/** Opens the one event stream that all pages share, and keeps it open. */
export function openLiveUpdates(api: Api): LiveUpdates {
  const isOpen = signal(false);
  const isRefused = signal(false);
  const waiting = signal(0);
  const addresses = signal(0);
  const presence = signal<ReadonlyMap<string, readonly PresentOperator[]>>(new Map());
  const listeners = new Set<(chat: string | undefined) => void>();
  const notify = (chat: string | undefined): void => {
    for (const listener of listeners) listener(chat);
  };

  const close = openEventStream(api, "events", {
    onState(state) {
      isOpen.value = state === "open";
      isRefused.value = state === "refused";
      // Those who are still there are reported again.
      if (state !== "open") presence.value = new Map();
    },
    onMissed: () => notify(undefined),
    events: {
      chat: (data) => notify(readData(data)["id"] as string | undefined),
      queue(data) {
        const queue = readData(data);
        waiting.value = Number(queue["waiting"] ?? 0);
        addresses.value = Number(queue["addresses"] ?? 0);
      },
      presence(data) {
        const { chat, operators } = readData(data);
        if (typeof chat !== "string" || !Array.isArray(operators)) return;
        const now = new Map(presence.peek());
        if (operators.length > 0) now.set(chat, operators as readonly PresentOperator[]);
        else now.delete(chat);
        presence.value = now;
      },
      reset: () => notify(undefined),
    },
  });
  return {
    isOpen,
    isRefused,
    waiting,
    addresses,
    presence,
    onChat(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close,
  };
}

function readData(data: unknown): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(String(data));
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
