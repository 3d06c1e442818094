import { expect, test } from "vitest";
import { createChangeFeed } from "@servicechat/operations";
import type { Actor, SeenChanges } from "@servicechat/operations";
import { openOperations, putAgent, putChat } from "./support/open-operations.ts";

const viewer: Actor = { kind: "operator", id: "ann", role: "viewer", agents: null };

/** Follows until a look has shown something that was waited for. */
async function until(
  following: AsyncGenerator<SeenChanges>,
  holds: (seen: SeenChanges) => boolean,
): Promise<SeenChanges> {
  for (;;) {
    const { value, done } = await following.next();
    if (done) throw new Error("The feed has ended.");
    if (holds(value)) return value;
  }
}

const tells = (id: string) => (seen: SeenChanges) => seen.chats.some((chat) => chat.id === id);

async function openFeed() {
  const opened = await openOperations();
  const { storage } = opened;
  for (const agent of ["mine", "other"]) await putAgent(storage, agent);
  const listeners = new Set<() => void>();
  let looks = 0;
  let isAway = false;
  const feed = createChangeFeed({
    storage: {
      chatIndex: {
        ...storage.chatIndex,
        changedSince: (query) =>
          isAway ? Promise.reject(new Error("The database is away.")) : storage.chatIndex.changedSince(query),
      },
      revision: () => storage.revision(),
      handoffs: {
        ...storage.handoffs,
        listInHand() {
          looks += 1;
          return storage.handoffs.listInHand();
        },
      },
    },
    nodeEvents: {
      subscribe(listener) {
        const hear = () => listener({ type: "session-erased", sessionId: "another" });
        listeners.add(hear);
        return () => listeners.delete(hear);
      },
    },
  });
  return {
    ...opened,
    feed,
    setAway: (away: boolean) => (isAway = away),
    looks: () => looks,
    event: () => listeners.forEach((hear) => hear()),
    listeners: () => listeners.size,
  };
}

test("two hundred readers hear of a change by the same few looks into the database, and none is left behind", async () => {
  await using opened = await openFeed();
  const stop = new AbortController();
  const since = await opened.storage.chatIndex.newestRevision();
  const readers = Array.from({ length: 200 }, () =>
    opened.feed.follow(viewer, { since, signal: stop.signal }),
  );
  const first = readers.map((reader) => reader.next());
  await Promise.all(first);
  await putChat(opened.storage, "chat1", "mine");
  opened.event();
  await Promise.all(readers.map((reader) => until(reader, tells("chat1"))));
  expect(opened.looks()).toBeLessThan(50);
  expect(opened.listeners()).toBe(1);
  const ends = readers.map((reader) => reader.next());
  stop.abort();
  for (const end of ends) expect((await end).done).toBe(true);
});

test("a reader gets only changes of agents in its scope, and continues from its position without missing any", async () => {
  await using opened = await openFeed();
  const { storage, feed } = opened;
  const { signal } = new AbortController();
  await putChat(storage, "chat1", "mine");
  const position = await storage.chatIndex.newestRevision();
  await putChat(storage, "chat2", "other");
  await putChat(storage, "chat3", "mine");
  const running = feed.follow(viewer, { since: position, signal });
  await until(running, tells("chat3"));
  // Joins while another one is followed, from before what that one has heard.
  const scoped = feed.follow({ ...viewer, agents: ["mine"] }, { since: 0, signal });
  const heard: string[] = [];
  await until(scoped, ({ chats }) => {
    heard.push(...chats.map(({ id }) => id));
    return heard.includes("chat3");
  });
  await putChat(storage, "chat4", "other");
  await putChat(storage, "chat5", "mine");
  await until(scoped, ({ chats }) => {
    heard.push(...chats.map(({ id }) => id));
    return heard.includes("chat5");
  });
  expect(heard).toEqual(["chat1", "chat3", "chat5"]);
  await until(running, tells("chat5"));
  await Promise.all([running.return(undefined), scoped.return(undefined)]);
});

test("a poll that fails ends every reader, and the next one starts again", async () => {
  await using opened = await openFeed();
  const { storage, feed } = opened;
  const { signal } = new AbortController();
  const one = feed.follow(viewer, { since: 0, signal });
  const other = feed.follow(viewer, { since: 0, signal });
  await Promise.all([one.next(), other.next()]);
  opened.setAway(true);
  await expect(until(one, () => false)).rejects.toThrow("away");
  await expect(until(other, () => false)).rejects.toThrow("away");
  opened.setAway(false);
  await putChat(storage, "chat1", "mine");
  const again = feed.follow(viewer, { since: 0, signal });
  await until(again, tells("chat1"));
  await again.return(undefined);
});
