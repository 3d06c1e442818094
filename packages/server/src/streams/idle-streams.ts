import { setImmediate as nextTurn } from "node:timers/promises";
import type { FailureCode } from "@servicechat/contract";
import type { RequestContext } from "../request-context.ts";
import type { FollowedFrom } from "./followed-from.ts";
import { createIdleStream, type IdleDependencies, type IdleStream } from "./idle-stream.ts";

/** Streams that stay open while nothing runs, for chats in which people may take part. */
export interface IdleStreams {
  /** Follows a chat until the reader goes, or the stream has been open for ten minutes. Never rejects. */
  follow(context: RequestContext, from: FollowedFrom): Promise<void>;
  /** Something may have happened in a chat. */
  wake(sessionId: string): void;
  typing(sessionId: string, name: string): void;
  /** Tells visitors who wait for a person how many wait before them, by session. */
  showPlaces(places: ReadonlyMap<string, number>): void;
  /**
   * Ends the streams of a chat, of a key, or of a key from one origin with an `error` event. With `tokenHash`, readers with that
   * token keep theirs.
   */
  cut(
    which: {
      readonly sessionId?: string;
      readonly tokenHash?: string;
      readonly keyId?: string;
      readonly origin?: string;
    },
    code: FailureCode,
  ): void;
  /** Compares every followed chat with the database, for changes that no event announced. */
  poll(): Promise<void>;
  /** Where streams are read, by the keys that they were opened with. */
  originsByKey(): ReadonlyMap<string, ReadonlySet<string>>;
  /** Sends heartbeats that are due, and ends streams that have been open for ten minutes. To be called once a second. */
  beat(): void;
  count(): number;
  /** Ends all of them. */
  endAll(): void;
}

/** How often the visitors who seem to be present are recorded, in milliseconds. */
const presentMs = 20_000;

/** How many followed chats one query compares with the database. */
const chatsPerQuery = 200;

/** Opens streams that follow whole chats; none is open at first. */
export function createIdleStreams(
  dependencies: IdleDependencies & { /** Milliseconds since 1970. */ readonly nowMs: () => number },
): IdleStreams {
  const { storage, nowMs } = dependencies;
  const streams = new Set<IdleStream>();
  /** The same, by the chat that each follows: an event concerns one chat, and there may be thousands of streams. */
  const bySession = new Map<string, Set<IdleStream>>();
  let presentAt = -Infinity;

  function add(stream: IdleStream): void {
    streams.add(stream);
    const ofSession = bySession.get(stream.sessionId) ?? new Set();
    bySession.set(stream.sessionId, ofSession.add(stream));
  }

  function remove(stream: IdleStream): void {
    streams.delete(stream);
    const ofSession = bySession.get(stream.sessionId);
    ofSession?.delete(stream);
    if (ofSession?.size === 0) bySession.delete(stream.sessionId);
  }

  const streamsOf = (sessionId: string | undefined): ReadonlySet<IdleStream> =>
    (sessionId !== undefined && bySession.get(sessionId)) || new Set();

  /** Whether a person has taken part in the chat, and the visitor can see what arrives. */
  const isPresent = ({ position, isSeen }: IdleStream) => isSeen && position.epoch > 0;

  async function notePresent(): Promise<void> {
    if (performance.now() - presentAt < presentMs) return;
    presentAt = performance.now();
    const ids = new Set([...streams].filter(isPresent).map(({ sessionId }) => sessionId));
    if (ids.size > 0) await storage.visitorMail.markPresent([...ids], nowMs());
  }

  async function pollChats(ids: readonly string[]): Promise<void> {
    const heads = new Map((await storage.handoffs.headsOf(ids)).map((head) => [head.sessionId, head]));
    for (const stream of ids.flatMap((id) => [...streamsOf(id)])) {
      const head = heads.get(stream.sessionId);
      // Also where a link from a mail has given the chat another token.
      if (head?.tokenHash !== stream.tokenHash) stream.cut("session_erased");
      else if (head.turn > stream.position.turn || head.epoch > stream.position.epoch) stream.wake();
    }
  }

  return {
    async follow(context, from) {
      const stream = createIdleStream(context, from, dependencies);
      add(stream);
      let isLeft = false;
      context.response.once("close", () => (isLeft = isLeftByReader(context)));
      await stream.run();
      remove(stream);
      // The visitor has seen everything up to now.
      if (isLeft && isPresent(stream))
        await storage.visitorMail.markSeen([stream.sessionId], nowMs()).catch(() => undefined);
    },
    wake: (sessionId) => streamsOf(sessionId).forEach((stream) => stream.wake()),
    typing: (sessionId, name) => streamsOf(sessionId).forEach((stream) => stream.typing(name)),
    showPlaces(places) {
      for (const [sessionId, before] of places)
        for (const stream of streamsOf(sessionId)) stream.showPlace(before);
    },
    cut({ sessionId, tokenHash, keyId, origin }, code) {
      for (const stream of streamsOf(sessionId)) if (stream.tokenHash !== tokenHash) stream.cut(code);
      if (keyId === undefined) return;
      for (const stream of streams)
        if (stream.keyId === keyId && (origin === undefined || stream.origin === origin)) stream.cut(code);
    },
    async poll() {
      if (streams.size === 0) return;
      await notePresent();
      const ids = [...bySession.keys()];
      for (let from = 0; from < ids.length; from += chatsPerQuery) {
        // What else waits comes between two queries, however many chats are followed.
        if (from > 0) await nextTurn();
        await pollChats(ids.slice(from, from + chatsPerQuery));
      }
    },
    originsByKey: () =>
      new Map(
        [...Map.groupBy(streams, ({ keyId }) => keyId)].map(([keyId, ofKey]) => [
          keyId,
          new Set(ofKey.flatMap(({ origin = "" }) => (origin ? [origin] : []))),
        ]),
      ),
    beat() {
      const now = performance.now();
      for (const stream of streams) stream.beat(now);
    },
    count: () => streams.size,
    endAll: () => streams.forEach((stream) => stream.end()),
  };
}

/** Whether the reader closed it. A lost network is never reported: it times out, or the service ends the stream. */
function isLeftByReader({ request, response }: RequestContext): boolean {
  const error: (Error & { readonly code?: string }) | null = request.socket.errored;
  return !response.writableEnded && error?.code !== "ETIMEDOUT";
}
