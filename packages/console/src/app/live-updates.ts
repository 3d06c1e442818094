import { signal, type ReadonlySignal } from "@preact/signals";
import type { Api } from "../api/create-api.ts";

/** What the service reports as it happens. */
export interface LiveUpdates {
  close(): void;
  /** Whether the stream is open just now. */
  readonly isOpen: ReadonlySignal<boolean>;
  /** How many chats wait for a person. */
  readonly waiting: ReadonlySignal<number>;
  /** Hears the id of each chat that changed, and `undefined` when all may have. Returns what stops listening. */
  onChat(hear: (chat: string | undefined) => void): () => void;
}

/** Opens the one stream of events that all pages listen to. The browser opens it again when it breaks. */
export function openLiveUpdates(api: Api): LiveUpdates {
  const isOpen = signal(false);
  const waiting = signal(0);
  const listeners = new Set<(chat: string | undefined) => void>();
  const source = new EventSource(api.address("events"));
  const tell = (chat: string | undefined): void => {
    for (const hear of listeners) hear(chat);
  };

  source.addEventListener("open", () => {
    isOpen.value = true;
  });
  source.addEventListener("error", () => {
    isOpen.value = false;
  });
  source.addEventListener("chat", ({ data }) => tell(readData(data)["id"] as string | undefined));
  source.addEventListener("queue", ({ data }) => {
    waiting.value = Number(readData(data)["waiting"] ?? 0);
  });
  source.addEventListener("reset", () => tell(undefined));
  return {
    isOpen,
    waiting,
    onChat(hear) {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    close: () => source.close(),
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
