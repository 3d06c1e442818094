import { signal, type ReadonlySignal } from "@preact/signals";
import type { Api } from "../api/create-api.ts";

/** A colleague who looks at a chat. */
export interface PresentOperator {
  readonly id: string;
  readonly name: string;
  readonly typing: boolean;
}

/** What the service reports as it happens. */
export interface LiveUpdates {
  close(): void;
  /** Whether the stream is open just now. */
  readonly isOpen: ReadonlySignal<boolean>;
  /** How many chats wait for a person. */
  readonly waiting: ReadonlySignal<number>;
  /** Who looks at which chat. */
  readonly presence: ReadonlySignal<ReadonlyMap<string, readonly PresentOperator[]>>;
  /** Hears the id of each chat that changed, and `undefined` when all may have. Returns what stops listening. */
  onChat(hear: (chat: string | undefined) => void): () => void;
}

/** Opens the one stream of events that all pages listen to. The browser opens it again when it breaks. */
export function openLiveUpdates(api: Api): LiveUpdates {
  const isOpen = signal(false);
  const waiting = signal(0);
  const presence = signal<ReadonlyMap<string, readonly PresentOperator[]>>(new Map());
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
    // Anyone who is still there is told again.
    presence.value = new Map();
  });
  source.addEventListener("chat", ({ data }) => tell(readData(data)["id"] as string | undefined));
  source.addEventListener("queue", ({ data }) => {
    waiting.value = Number(readData(data)["waiting"] ?? 0);
  });
  source.addEventListener("presence", ({ data }) => {
    const { chat, operators } = readData(data);
    if (typeof chat !== "string" || !Array.isArray(operators)) return;
    const now = new Map(presence.peek());
    if (operators.length > 0) now.set(chat, operators as readonly PresentOperator[]);
    else now.delete(chat);
    presence.value = now;
  });
  source.addEventListener("reset", () => tell(undefined));
  return {
    isOpen,
    waiting,
    presence,
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
