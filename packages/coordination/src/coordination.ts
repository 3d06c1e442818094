import type { HolderChange, StreamEvent } from "@servicechat/contract";

/**
 * State that exists only while the service runs, on one node or several: how often a key was used in the last minute, how
 * many replies it has, which replies are being written and read, whose turn it is in a session, and the events between
 * nodes. One interface, one test suite (`test/suite.ts`), one folder for each implementation.
 */
export interface Coordination extends AsyncDisposable {
  /** Requests of keys, in windows of 60 seconds. */
  readonly counter: RequestCounter;
  /** Messages of chats and addresses, in windows of an hour. */
  readonly hourCounter: RequestCounter;
  readonly concurrencySlots: ConcurrencySlots;
  readonly replies: LiveReplies;
  readonly turns: TurnOrder;
  readonly nodeEvents: NodeEvents;
  readonly nodes: Nodes;
  close(): Promise<void>;
}

/** Time, as a dependency. */
export interface Clock {
  /** Milliseconds from any fixed point; never goes back. Decides every window. */
  monotonicMs(): number;
  /**
   * Milliseconds since 1970. It can be set; used only to bridge a restart, across which the monotonic clock is
   * meaningless.
   */
  wallMs(): number;
}

/** The state of a key after one more request, or without one. */
export interface Count {
  readonly accepted: boolean;
  /** Requests left in the window; 0 also when the limit was lowered below what is counted. */
  readonly left: number;
  /**
   * When accepted: milliseconds until the oldest counted request leaves the window, 0 when none is counted. When refused:
   * milliseconds until a request would be accepted again. That is the same moment, unless the limit was lowered below
   * what is counted: then that many must leave first. Waiting `ceil(resetMs / 1000)` seconds makes the next request
   * succeed.
   */
  readonly resetMs: number;
  /** Names the request among those counted, for `takeBack`; absent when it was not counted. */
  readonly id?: number | string;
}

/**
 * Exact sliding log: in no interval as long as its window are more than `limit` requests of a key accepted, and a caller
 * that stays within it is never refused. Refused requests are not counted. A request leaves the window exactly
 * as long after it was counted. `limit` is a whole number from 1 to 1,000,000 and may differ from call to call.
 */
export interface RequestCounter {
  count(key: string, limit: number): Count | Promise<Count>;
  /** The same reading without counting; `accepted` says whether one more would be. */
  peek(key: string, limit: number): Count | Promise<Count>;
  /**
   * Removes a request that came to nothing, as if it had never been counted. If nodes share the windows, others may count
   * it for a moment longer; if the shared windows are lost, each node counts it until it leaves the window.
   */
  takeBack(key: string, id: number | string): void;
  /**
   * The windows as text, to be kept across a clean restart. Empty if they are kept outside the process and outlive it
   * anyway; then `restore` does nothing either.
   */
  snapshot(): string;
  /**
   * Adds an earlier snapshot to what has been counted since; entries that have left the window in the meantime are
   * dropped. If the wall clock was set back in the meantime, no time counts as passed: the limit holds, and no key waits
   * longer than the window. Unreadable text is ignored.
   */
  restore(snapshot: string): void;
}

/** One of the replies that a key may have at the same time. */
export interface ConcurrencySlot {
  /** Calling it again does nothing. */
  leave(): void;
}

/**
 * How many replies of a key are running, across all nodes. The slots of a lost node are free once its lease has expired.
 */
export interface ConcurrencySlots {
  /** Takes a slot, unless `limit` of them are taken; then `undefined`. The limit may differ from call to call. */
  take(key: string, limit: number): ConcurrencySlot | undefined | Promise<ConcurrencySlot | undefined>;
}

/** One numbered event, encoded once: every follower writes the same bytes. */
export interface Frame {
  /** The number of the event, starting at 1. */
  readonly seq: number;
  readonly type: StreamEvent["type"];
  /** The event as it is sent. */
  readonly text: string;
}

/** A reply while it is being written: a growing list of frames that any number of readers follow at their own pace. */
export interface LiveReply {
  readonly id: string;
  /** The frames so far, from number `seq + 1`. Only the list is copied. */
  after(seq: number): readonly Frame[];
  /** Number of the newest frame; 0 before the first. */
  readonly last: number;
  /** True once the terminal frame is there. */
  readonly ended: boolean;
  /**
   * True once this node can receive no further frames although the reply has not ended here: what was written elsewhere
   * is gone. The database knows how it continues, or how it ended.
   */
  readonly lost: boolean;
  /**
   * Calls back after frames were added, or the reply was lost; on the node that writes, before `write` returns. Returns
   * the function that unsubscribes, which may be called at any time, even from within a listener. A listener must not
   * throw.
   */
  onFrames(listener: () => void): () => void;
}

/** The only writer of a live reply. */
export interface LiveReplyWriter {
  /** Adds one event. After a terminal event (`done`, `error`), any further ones are ignored. */
  write(event: StreamEvent): void;
  readonly reply: LiveReply;
  /** Releases the reply: it is history now. Readers that hold it can still read it to its end. */
  close(): void;
}

/** The replies that are running, by id. */
export interface LiveReplies {
  create(replyId: string): LiveReplyWriter;
  /** A running reply, whichever node writes it; `undefined` if it is not running. */
  find(replyId: string): LiveReply | undefined | Promise<LiveReply | undefined>;
  /**
   * Ends a reply whose node was lost with this terminal event, for its followers on all nodes, and releases it. Does
   * nothing if the reply is not running.
   */
  abandon(replyId: string, last: StreamEvent): void;
}

/** One slot in a session's queue: one reply runs and three wait. */
export interface TurnSlot {
  /**
   * Resolves when every earlier turn of the session has left. Turns run in the order of their numbers, whatever the order
   * of the calls; a slot whose number is not known yet may have a lower one, so it is waited for. A slot that leaves
   * while it waits never gets its turn: the promise stays open, so race it with whatever makes you leave.
   */
  lineUp(turn: number): Promise<void>;
  /**
   * Whether the turn is still to come, as far as this node knows: if nodes share the queue, it knows for certain shortly
   * after `lineUp`. Always `false` before `lineUp` was called.
   */
  isWaiting(): boolean;
  /** Frees the slot. Calling it again does nothing. */
  leave(): void;
}

/** Whose turn it is in each session. */
export interface TurnOrder {
  /** Takes a slot; `undefined` if one reply is running and three are waiting. */
  reserve(sessionId: string): TurnSlot | undefined | Promise<TurnSlot | undefined>;
}

/** An event that one node publishes to all nodes, itself included. */
export type NodeEvent =
  | { readonly type: "stop-replies"; readonly sessionId: string }
  | { readonly type: "session-erased"; readonly sessionId: string }
  /**
   * A session has a new token, whose hash this is: a visitor with another token no longer has access. A node of the
   * previous release sends no hash: then everybody has to reconnect.
   */
  | { readonly type: "session-moved"; readonly sessionId: string; readonly tokenHash?: string }
  | { readonly type: "key-revoked"; readonly keyId: string }
  /** There is a new message in a chat in which people may take part. */
  | { readonly type: "chat-changed"; readonly sessionId: string }
  /**
   * A chat has a new holder. `epoch` is that of the move: it does not end anything that began in this epoch or a later
   * one.
   */
  | {
      readonly type: "chat-moved";
      readonly sessionId: string;
      readonly epoch: number;
      readonly change: HolderChange;
    }
  /** The person who holds a chat is writing. */
  | { readonly type: "person-typing"; readonly sessionId: string; readonly name: string }
  /** An operator looks at a chat, and perhaps writes in it. */
  | {
      readonly type: "operator-present";
      readonly sessionId: string;
      readonly agentId: string;
      readonly operator: { readonly id: string; readonly name: string };
      readonly typing: boolean;
    };

/**
 * The events between nodes. One may be lost with the connection between them, so none may be the only way to learn
 * something.
 */
export interface NodeEvents {
  publish(event: NodeEvent): void;
  /**
   * Calls back for every event published from now on. Returns the function that unsubscribes. A listener must not throw.
   */
  subscribe(listener: (event: NodeEvent) => void): () => void;
}

/** The processes that share one coordination, including this one. */
export interface Nodes {
  /** This node's own name, new at each start. */
  readonly id: string;
  /** The nodes that are alive, this one included, as far as this one knows. */
  alive(): Promise<readonly string[]>;
  /**
   * Calls back when a node was lost without signing off and this one should clean up after it: exactly one of the
   * remaining nodes is called. Returns the function that unsubscribes. A listener must not throw.
   */
  onLost(listener: (nodeId: string) => void): () => void;
}
