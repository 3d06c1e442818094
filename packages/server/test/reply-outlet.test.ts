import type { StreamEvent } from "@servicechat/contract";
import type { ReplyProgress, UnsavedReply } from "@servicechat/storage";
import { expect, test } from "vitest";
import { createReplyComposer, createFencedOutlet } from "../src/reply/reply-outlet.ts";
import { createReplyWriter } from "../src/reply/write-replies.ts";

const replyId = "rep_1";
const log = { debug() {}, info() {}, warn() {}, error() {} };
const start = (id: string) =>
  ({ type: "tool_usage_start", data: { id, name: "order", title: "Ordering" } }) as const;
const words = (data: string) => ({ type: "text", data }) as const;

/** A reply whose commits happen one by one, when the test says so. */
function speak({ hasEnded = true as boolean | Promise<boolean> } = {}) {
  const told: StreamEvent[] = [];
  const commits: { readonly progress: readonly ReplyProgress[]; readonly end: (cause?: Error) => void }[] =
    [];
  let isOver = false;
  const saveProgress = async (progress: readonly ReplyProgress[]): Promise<readonly UnsavedReply[]> => {
    await new Promise<void>((resolve, reject) =>
      commits.push({ progress, end: (cause) => (cause ? reject(cause) : resolve()) }),
    );
    return isOver ? progress.map(({ replyId: id }) => ({ replyId: id, why: "passed_over" })) : [];
  };
  const writer = createReplyWriter({
    conversations: { saveProgress, endReply: async () => undefined } as never,
    log,
  });
  const composer = createReplyComposer();
  const live = { write: (event: StreamEvent) => void told.push(event) };
  const asked = async () => isOver && hasEnded;
  const outlet = createFencedOutlet({ replyId, live: live as never, composer, writer }, asked);
  const next = async (cause?: Error) => {
    await expect.poll(() => commits.length, { interval: 1 }).toBeGreaterThan(0);
    commits.shift()?.end(cause);
    await new Promise((resolve) => void setImmediate(resolve));
  };
  return { told, composer, outlet, writer, commits, next, take: () => void (isOver = true) };
}

test("a word is heard once it is stored, and what is said meanwhile with the next commit, in order", async () => {
  const { told, outlet, next } = speak();
  outlet.send({ type: "progress", data: "Thinking" });
  expect(told).toHaveLength(1);
  outlet.send(words("One "));
  await Promise.resolve();
  outlet.send(words("two "));
  outlet.send({ type: "progress", data: "Thinking" });
  outlet.send(words("three"));
  expect(told).toHaveLength(1);
  await next();
  await next();
  expect(told.map(({ data }) => data)).toEqual(["Thinking", "One ", "two ", "Thinking", "three"]);
});

test("words wait while the database is away, and none of them is lost when it is back", async () => {
  const { told, outlet, next } = speak();
  outlet.send(words("One "));
  await next(new Error("the database is away"));
  outlet.send(words("two"));
  expect(told).toEqual([]);
  await next();
  expect(told.map(({ data }) => data)).toEqual(["One ", "two"]);
});

test("a tool waits until it is stored that it runs, and never runs once the reply has ended", async () => {
  const first = speak();
  first.outlet.send(start("a"));
  const mayAct = first.outlet.mayAct();
  await first.next();
  expect(await mayAct).toBe(true);
  expect(first.told).toHaveLength(1);
  // Taken since, it sends nothing more, although all of it is stored.
  first.take();
  expect(await first.outlet.mayAct()).toBe(false);

  const second = speak();
  second.outlet.send(start("a"));
  const mayNot = second.outlet.mayAct();
  second.take();
  await second.next();
  expect(await mayNot).toBe(false);
  second.outlet.send(words("Late"));
  expect(await second.outlet.mayAct()).toBe(false);
  second.outlet.conclude(second.composer.closeTools(), false);
  expect(second.told).toEqual([]);
});

test("a reply that somebody else held for a moment is stored with the next commit", async () => {
  const { told, outlet, next, take } = speak({ hasEnded: false });
  take();
  outlet.send(words("One"));
  const stored = outlet.mayAct();
  await next();
  expect(told).toEqual([]);
  outlet.conclude([], true);
  expect(told).toMatchObject([words("One")]);
  expect(await stored).toBe(false);
});

test("for a reply that was taken only tools that were seen running are reported as stopped", async () => {
  const { told, composer, outlet, next, take } = speak();
  outlet.send(start("seen"));
  await next();
  take();
  outlet.send({ type: "tool_usage_stop", data: { id: "seen", status: "succeeded" } });
  outlet.send(start("unseen"));
  await next();
  outlet.conclude(composer.closeTools(), false);
  expect(told).toMatchObject([
    { type: "tool_usage_start" },
    { type: "tool_usage_stop", data: { id: "seen", status: "failed" } },
  ]);
});

test("nothing of a reply is committed once its end is written, although it had been skipped before", async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { composer, outlet, writer, commits, next, take } = speak({ hasEnded: promise });
  take();
  outlet.send(words("One"));
  await next();
  await outlet.settle();
  await writer.end({ replyId } as never);
  resolve(false);
  await promise;
  await new Promise((done) => void setImmediate(done));
  writer.note("rep_2", composer);
  void writer.flush();
  await expect.poll(() => commits.length, { interval: 1 }).toBeGreaterThan(0);
  expect(commits[0]?.progress.map((saved) => saved.replyId)).toEqual(["rep_2"]);
  commits[0]?.end();
});
