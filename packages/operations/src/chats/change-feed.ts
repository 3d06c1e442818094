import type { NodeEvents } from "@servicechat/coordination";
import { isPreview } from "@servicechat/storage";
import type { ChatInHand, Storage } from "@servicechat/storage";
import { isInScope } from "../access/actor.ts";
import type { Actor, Scope } from "../access/actor.ts";

/** The interval of checks for changes, if no event announces one. */
const pollMs = 500;

/** Changed chats that are read at a time. */
const batch = 500;

interface ChangedChat {
  readonly id: string;
  readonly agentId: string;
  readonly revision: number;
}

/** The results of one check, for all agents. */
interface Poll {
  readonly chats: readonly ChangedChat[];
  readonly inHand: readonly ChatInHand[];
  readonly addresses: readonly { readonly agentId: string; readonly count: number }[];
  readonly rightsRevision: number;
}

/** What has changed within the scope of one actor. */
export interface SeenChanges {
  /** In the order of their changes. */
  readonly chats: readonly { readonly id: string; readonly revision: number }[];
  /**
   * How many chats wait for a person, how many the actor holds, and in how many a visitor who left an address waits for an
   * answer, as it stands now, without those that are set aside.
   */
  readonly queue: { readonly waiting: number; readonly mine: number; readonly addresses: number };
  /** Changes when operators, sessions or tokens may have changed: see `Storage.revision`. */
  readonly rightsRevision: number;
}

/** Follows changes of chats for any number of readers, with one query for all of them. */
export interface ChangeFeed {
  /**
   * Yields changes after a revision, and at least twice a second that there are none. Ends when `signal` is aborted, or
   * with the error of a check: the reader may then start again from the last revision that it got.
   */
  follow(
    actor: Actor,
    from: { readonly since: number; readonly signal: AbortSignal },
  ): AsyncGenerator<SeenChanges>;
}

interface Dependencies {
  readonly storage: Pick<Storage, "chatIndex" | "handoffs" | "revision">;
  readonly nodeEvents: Pick<NodeEvents, "subscribe">;
}

interface Reader {
  /** Results that it has not read yet. */
  polls: Poll[];
  failure?: unknown;
  wake: () => void;
}

/** Checks for changes while there are readers. One for each process. */
export function createChangeFeed({ storage, nodeEvents }: Dependencies): ChangeFeed {
  const readers = new Set<Reader>();
  let pollSoon = (): void => undefined;
  let isPolling = false;

  /** Those that have changed since, in the order of their changes, some at a time. */
  async function* changedIn(scope: Scope, since: number): AsyncGenerator<readonly ChangedChat[]> {
    for (let revision = since; ;) {
      const found = await storage.chatIndex.changedSince({
        scope: { agents: scope },
        revision,
        limit: batch,
      });
      const last = found.at(-1);
      if (!last) return;
      yield found;
      if (found.length < batch) return;
      revision = last.revision;
    }
  }

  async function findChanges(since: number): Promise<Poll> {
    const rightsRevision = await storage.revision();
    const chats: ChangedChat[] = [];
    for await (const found of changedIn(null, since)) chats.push(...found);
    // The tester of a draft is not waiting for a person, and nobody is to take up now what was set aside.
    const inHand = (await storage.handoffs.listInHand()).filter(
      ({ agentId, isSnoozed }) => !isPreview(agentId) && !isSnoozed,
    );
    return { chats, inHand, addresses: await storage.chatIndex.countAddresses(), rightsRevision };
  }

  async function pollWhileRead(): Promise<void> {
    isPolling = true;
    const pause = createPause();
    pollSoon = pause.end;
    const stopHearing = nodeEvents.subscribe(pause.end);
    try {
      let since = await storage.chatIndex.newestRevision();
      while (readers.size > 0) {
        const found = await findChanges(since);
        since = found.chats.at(-1)?.revision ?? since;
        for (const reader of readers) {
          reader.polls.push(found);
          reader.wake();
        }
        await pause.begin();
      }
    } catch (error) {
      for (const reader of readers) {
        reader.failure = error;
        reader.wake();
      }
      readers.clear();
    } finally {
      stopHearing();
      isPolling = false;
    }
  }

  return {
    async *follow(actor, { since, signal }) {
      const reader: Reader = { polls: [], wake: () => undefined };
      const leave = () => reader.wake();
      signal.addEventListener("abort", leave, { once: true });
      readers.add(reader);
      pollSoon();
      if (!isPolling) void pollWhileRead();
      try {
        let revision = since;
        const seen = (chats: readonly ChangedChat[], poll: Poll): SeenChanges => {
          const newer = chats.filter((chat) => chat.revision > revision);
          revision = newer.at(-1)?.revision ?? revision;
          const own = newer.filter(({ agentId }) => isInScope(actor.agents, agentId));
          return { chats: own, queue: queueOf(poll, actor), rightsRevision: poll.rightsRevision };
        };
        for (let isFirst = true; ; isFirst = false) {
          while (reader.polls.length === 0 && reader.failure === undefined && !signal.aborted)
            await new Promise<void>((resolve) => (reader.wake = resolve));
          if (signal.aborted) return;
          if (reader.failure !== undefined) throw reader.failure;
          const polls = reader.polls.splice(0);
          const last = polls.at(-1);
          if (!last) continue;
          // Changes from before its first check are read separately; later ones are in the checks.
          if (isFirst) for await (const found of changedIn(actor.agents, since)) yield seen(found, last);
          yield seen(
            polls.flatMap(({ chats }) => chats),
            last,
          );
        }
      } finally {
        readers.delete(reader);
        signal.removeEventListener("abort", leave);
        if (readers.size === 0) pollSoon();
      }
    },
  };
}

function queueOf({ inHand, addresses }: Poll, { agents, person }: Actor): SeenChanges["queue"] {
  const own = inHand.filter(({ agentId }) => isInScope(agents, agentId));
  return {
    waiting: own.filter(({ holder }) => holder === "waiting").length,
    mine: own.filter(({ operator }) => operator !== null && operator.id === person?.id).length,
    addresses: addresses
      .filter(({ agentId }) => isInScope(agents, agentId))
      .reduce((sum, { count }) => sum + count, 0),
  };
}

/** Waits until it is time to check, or until it is woken up. Calls in the meantime are not forgotten. */
function createPause() {
  let isDue = false;
  let finish = (): void => undefined;
  return {
    end: (): void => {
      isDue = true;
      finish();
    },
    begin: async (): Promise<void> => {
      if (!isDue)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pollMs);
          finish = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      isDue = false;
    },
  };
}
