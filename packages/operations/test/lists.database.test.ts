import { expect, test } from "vitest";
import { commandLine, isRefused, writeCursor } from "@servicechat/operations";
import type { Page } from "@servicechat/operations";
import { openOperations, putAgent, putChat, putKey } from "./support/open-operations.ts";

const ids = ["a", "b", "c", "d", "e"];

async function open() {
  const opened = await openOperations();
  await putAgent(opened.storage, "shop");
  for (const id of ids) {
    await putAgent(opened.storage, `agent-${id}`);
    // At one moment: what orders them must tell them apart.
    await putKey(opened.storage, `key${id}`, "shop", 7);
    await putChat(opened.storage, `chat-${id}`, "shop", 1_000);
  }
  return opened;
}

/** Walks a list to its end. */
async function walk<Item>(
  read: (request: { limit: number; after?: string }) => Promise<object>,
  limit: number,
): Promise<Item[][]> {
  const pages: Item[][] = [];
  for (let after: string | undefined; pages.length < 20;) {
    const page = await read({ limit, ...(after !== undefined && { after }) });
    if (isRefused(page)) throw new Error(page.kind);
    const { items, next } = page as Page<Item>;
    pages.push([...items]);
    if (next === null) return pages;
    after = next;
  }
  throw new Error("the list has no end");
}

test("pages follow each other without a gap or a repetition, and the last one says that it is", async () => {
  await using opened = await open();
  const { operations } = opened;
  const lists = {
    keys: (request: { limit: number }) => operations.keys.list(commandLine, request),
    agents: (request: { limit: number }) => operations.agents.list(commandLine, request),
    chats: ({ limit, ...rest }: { limit: number }) =>
      operations.chats.list(commandLine, { limit: Math.min(limit, 200), ...rest }),
    feedback: (request: { limit: number }) => operations.feedback.list(commandLine, request),
  };
  for (const [name, read] of Object.entries(lists)) {
    const whole = (await walk(read, Infinity)).flat();
    expect(whole.length, name).toBeGreaterThanOrEqual(ids.length);
    for (const limit of [1, 2, 5]) {
      const pages = await walk(read, limit);
      expect(pages.flat(), name).toEqual(whole);
      expect(
        pages.slice(0, -1).every((page) => page.length === limit),
        name,
      ).toBe(true);
      expect(pages.at(-1)?.length, name).toBeGreaterThan(0);
    }
  }
});

test("a page begins where the last one ended, also when that item is gone", async () => {
  await using opened = await open();
  const { agents } = opened.operations;
  const first = await agents.list(commandLine, { limit: 2 });
  if (isRefused(first)) throw new Error(first.kind);
  expect(first.items.map(({ id }) => id)).toEqual(["agent-a", "agent-b"]);
  await agents.delete(commandLine, { agent: "agent-b" });
  const second = await agents.list(commandLine, { limit: 2, after: first.next ?? "" });
  expect(second).toMatchObject({ items: [{ id: "agent-c" }, { id: "agent-d" }] });
});

test("anything but a cursor of this list is refused, including cursors of other lists", async () => {
  await using opened = await open();
  const { operations } = opened;
  const wrong = ["", "x", "Zm9v", writeCursor("agents", ["a", 1]), writeCursor("documents", ["a"]), "\u0000"];
  for (const after of wrong) {
    const request = { limit: 5, after };
    const answers = [
      await operations.agents.list(commandLine, request),
      await operations.keys.list(commandLine, request),
      await operations.chats.list(commandLine, request),
      await operations.chats.read(commandLine, { id: "chat-a", ...request }),
      await operations.feedback.list(commandLine, request),
    ];
    for (const answer of answers)
      expect(answer, after).toMatchObject({ kind: "input_invalid", field: "after" });
  }
});

test("the sites of a key are listed by most recent use, and all without their own row come last", async () => {
  await using opened = await open();
  const { operations, storage } = opened;
  const more = 103;
  await storage.keySites.add(
    Array.from({ length: more }, (_, at) => ({
      keyId: "keya",
      origin: `https://site${at}.example`,
      admitted: 1,
      refused: 0,
      lastAt: at,
    })),
  );
  const read = (request: { limit: number }) => operations.keys.sites(commandLine, { id: "keya", ...request });
  const whole = (await walk<{ origin: string; lastAt: number }>(read, Infinity)).flat();
  expect(whole.at(-1)).toMatchObject({ origin: "others" });
  const times = whole.slice(0, -1).map(({ lastAt }) => lastAt);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  expect((await walk(read, 7)).flat()).toEqual(whole);
});

test("a list without an item takes no cursor of another list either", async () => {
  await using opened = await open();
  const { keys } = opened.operations;
  const after = writeCursor("agents", ["agent-a"]);
  expect(await keys.sites(commandLine, { id: "keyb", limit: 5, after })).toMatchObject({
    kind: "input_invalid",
    field: "after",
  });
  expect(await keys.sites(commandLine, { id: "keyb", limit: 5 })).toEqual({ items: [], next: null });
});
