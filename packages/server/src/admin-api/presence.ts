import type { NodeEvent, NodeEvents } from "@servicechat/coordination";

/** Somebody who says nothing more has gone after this long; who writes says so more often. In milliseconds. */
const [presentMs, typingMs] = [30_000, 8_000];

type PresentEvent = Extract<NodeEvent, { type: "operator-present" }>;

/** The people who are looking at a chat. */
export interface ChatPresence {
  readonly chat: string;
  readonly operators: readonly { readonly id: string; readonly name: string; readonly typing: boolean }[];
}

/** Which operators look at which chats, as all nodes tell it. Nothing of it is stored. */
export interface Presence {
  /** Hears who looks at each chat of some agents, and again whenever that changes. Returns what stops it. */
  follow(agents: readonly string[] | null, hear: (presence: ChatPresence) => void): () => void;
}

interface Present {
  readonly name: string;
  readonly until: number;
  readonly typingUntil: number;
}

interface WatchedChat {
  readonly agentId: string;
  readonly present: Map<string, Present>;
  timer?: NodeJS.Timeout;
  /** The last state that was sent. */
  told: string;
}

/** Listens to what operators say of themselves from now on. */
export function createPresence(nodeEvents: Pick<NodeEvents, "subscribe">): Presence {
  const chats = new Map<string, WatchedChat>();
  const listeners = new Set<(chat: string, watched: WatchedChat) => void>();

  function note({ sessionId, agentId, operator, typing }: PresentEvent): void {
    const watched = chats.get(sessionId) ?? { agentId, present: new Map<string, Present>(), told: "" };
    chats.set(sessionId, watched);
    const now = performance.now();
    watched.present.set(operator.id, {
      name: operator.name,
      until: now + presentMs,
      typingUntil: typing ? now + typingMs : 0,
    });
    settle(sessionId, watched);
  }

  /** Lets go of those whose time is over, tells what is new, and comes back when the next one's time is over. */
  function settle(id: string, watched: WatchedChat): void {
    const now = performance.now();
    for (const [operator, { until }] of watched.present) if (until <= now) watched.present.delete(operator);
    const telling = JSON.stringify(presenceOf(id, watched));
    if (telling !== watched.told) for (const listener of listeners) listener(id, watched);
    watched.told = telling;
    clearTimeout(watched.timer);
    const ends = [...watched.present.values()].flatMap(({ until, typingUntil }) => [until, typingUntil]);
    const next = Math.min(...ends.filter((end) => end > now));
    if (next === Infinity) chats.delete(id);
    else watched.timer = setTimeout(() => settle(id, watched), next - now + 1).unref();
  }

  nodeEvents.subscribe((event) => {
    if (event.type === "operator-present") note(event);
  });
  return {
    follow(agents, hear) {
      const listener = (id: string, watched: WatchedChat) => {
        if (agents === null || agents.includes(watched.agentId)) hear(presenceOf(id, watched));
      };
      for (const [id, watched] of chats) listener(id, watched);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function presenceOf(chat: string, { present }: WatchedChat): ChatPresence {
  const now = performance.now();
  const operators = [...present]
    .map(([id, { name, typingUntil }]) => ({ id, name, typing: typingUntil > now }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return { chat, operators };
}
