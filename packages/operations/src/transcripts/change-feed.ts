import type { NodeEvents } from "@servicechat/coordination";
import { isPreview } from "@servicechat/storage";
import type { ChatInHand, Storage } from "@servicechat/storage";
import { isInScope } from "../access/asker.ts";
import type { Asker, Scope } from "../access/asker.ts";

/** How often what has changed is looked for, where nothing says that something has. */
const pollMs = 500;

/** Changed chats that are read at a time. */
const batch = 500;

interface ChangedChat {
  readonly id: string;
  readonly agentId: string;
  readonly revision: number;
}

/** What one look has found, of all agents. */
interface Look {
  readonly chats: readonly ChangedChat[];
  readonly inHand: readonly ChatInHand[];
  readonly mark: number;
}

/** What has changed within the scope of one asker. */
export interface SeenChanges {
  /** In the order of their changes. */
  readonly chats: readonly { readonly id: string; readonly revision: number }[];
  /** How many chats wait for a person, and how many the asker holds, as it stands now. */
  readonly queue: { readonly waiting: number; readonly mine: number };
  /** Changes when operators, sessions or tokens may have changed: see `Storage.revision`. */
  readonly mark: number;
}

/** Tells any number of readers what changes in chats, and looks into the database once for all of them. */
export interface ChangeFeed {
  /**
   * What changes after a revision, and at least twice a second that nothing has. Ends when `signal` is aborted, or by the
   * failure of a look: the reader may then begin again from the last revision that it got.
   */
  follow(
    asker: Asker,
    from: { readonly since: number; readonly signal: AbortSignal },
  ): AsyncGenerator<SeenChanges>;
}

interface Parts {
  readonly storage: Pick<Storage, "chats" | "handovers" | "revision">;
  readonly nodeEvents: Pick<NodeEvents, "subscribe">;
}

interface Reader {
  /** What it has not taken yet. */
  looks: Look[];
  failure?: unknown;
  wake: () => void;
}

/** Looks for changes while somebody follows them. One for each process. */
export function createChangeFeed({ storage, nodeEvents }: Parts): ChangeFeed {
  const readers = new Set<Reader>();
  let lookSoon = (): void => undefined;
  let isLooking = false;

  /** Those that have changed since, in the order of their changes, some at a time. */
  async function* changedIn(scope: Scope, since: number): AsyncGenerator<readonly ChangedChat[]> {
    for (let revision = since; ;) {
      const found = await storage.chats.changedSince({ scope: { agents: scope }, revision, limit: batch });
      const last = found.at(-1);
      if (!last) return;
      yield found;
      if (found.length < batch) return;
      revision = last.revision;
    }
  }

  async function look(since: number): Promise<Look> {
    const mark = await storage.revision();
    const chats: ChangedChat[] = [];
    for await (const found of changedIn(null, since)) chats.push(...found);
    // Who tries a draft waits for nobody.
    const inHand = (await storage.handovers.listInHand()).filter(({ agentId }) => !isPreview(agentId));
    return { chats, inHand, mark };
  }

  async function keepLooking(): Promise<void> {
    isLooking = true;
    const pause = createPause();
    lookSoon = pause.end;
    const stopHearing = nodeEvents.subscribe(pause.end);
    try {
      let since = await storage.chats.newestRevision();
      while (readers.size > 0) {
        const found = await look(since);
        since = found.chats.at(-1)?.revision ?? since;
        for (const reader of readers) {
          reader.looks.push(found);
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
      isLooking = false;
    }
  }

  return {
    async *follow(asker, { since, signal }) {
      const reader: Reader = { looks: [], wake: () => undefined };
      const leave = () => reader.wake();
      signal.addEventListener("abort", leave, { once: true });
      readers.add(reader);
      lookSoon();
      if (!isLooking) void keepLooking();
      try {
        let revision = since;
        const seen = (chats: readonly ChangedChat[], { inHand, mark }: Look): SeenChanges => {
          const newer = chats.filter((chat) => chat.revision > revision);
          revision = newer.at(-1)?.revision ?? revision;
          const own = newer.filter(({ agentId }) => isInScope(asker.agents, agentId));
          return { chats: own, queue: queueOf(inHand, asker), mark };
        };
        for (let isFirst = true; ; isFirst = false) {
          while (reader.looks.length === 0 && reader.failure === undefined && !signal.aborted)
            await new Promise<void>((resolve) => (reader.wake = resolve));
          if (signal.aborted) return;
          if (reader.failure !== undefined) throw reader.failure;
          const looks = reader.looks.splice(0);
          const last = looks.at(-1);
          if (!last) continue;
          // What came before its first look is read for it alone; what comes after is in the looks.
          if (isFirst) for await (const found of changedIn(asker.agents, since)) yield seen(found, last);
          yield seen(
            looks.flatMap(({ chats }) => chats),
            last,
          );
        }
      } finally {
        readers.delete(reader);
        signal.removeEventListener("abort", leave);
        if (readers.size === 0) lookSoon();
      }
    },
  };
}

function queueOf(inHand: readonly ChatInHand[], { agents, person }: Asker): SeenChanges["queue"] {
  const own = inHand.filter(({ agentId }) => isInScope(agents, agentId));
  return {
    waiting: own.filter(({ holder }) => holder === "waiting").length,
    mine: own.filter(({ operator }) => operator !== null && operator.id === person?.id).length,
  };
}

/** Waits until it is time to look, or until something says that it is. What is said meanwhile is not forgotten. */
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
