import { includesRole } from "@servicechat/contract/admin";
import { isPreview, type OperatorRecord, type Storage } from "@servicechat/storage";

interface Dependencies {
  readonly storage: Pick<Storage, "operators">;
  readonly nowMs: () => number;
}

/** People are looked up at most once in this many milliseconds, however many visitors come. */
const freshMs = 15_000;
/** Who has done nothing in the console for this long, in milliseconds, is not there. */
const awayMs = 300_000;
/** How many people are read, and how many of them visitors see. */
const [maxRead, maxShown] = [200, 3];

/**
 * Finds the names of up to three people who are there for an agent's visitors, in the order in which they were last seen:
 * they may hold its chats, say that they are available, have just used the console, and have chosen a name for visitors.
 * Nobody where that cannot be read: it is no reason to answer a visitor with an error.
 */
export function createPeopleHere({ storage, nowMs }: Dependencies) {
  let read: { readonly at: number; readonly people: Promise<readonly OperatorRecord[]> } | undefined;

  function readPeople(): Promise<readonly OperatorRecord[]> {
    if (read && nowMs() - read.at < freshMs) return read.people;
    const people = storage.operators.list({ limit: maxRead }).then(
      ({ items }) =>
        items.filter(({ available, named, role }) => available && named && includesRole(role, "responder")),
      () => [],
    );
    read = { at: nowMs(), people };
    return people;
  }

  return async (agentId: string): Promise<readonly string[]> => {
    if (isPreview(agentId)) return [];
    const since = nowMs() - awayMs;
    return (await readPeople())
      .filter(({ agents, lastSeenAt }) => (lastSeenAt ?? 0) > since && (agents?.includes(agentId) ?? true))
      .toSorted((one, other) => (other.lastSeenAt ?? 0) - (one.lastSeenAt ?? 0))
      .slice(0, maxShown)
      .map(({ displayName }) => displayName);
  };
}
