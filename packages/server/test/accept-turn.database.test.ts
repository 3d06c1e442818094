import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAgentFile } from "@servicechat/contract/agent-file";
import { createMemoryCoordination } from "@servicechat/coordination/memory";
import { openSqlite } from "@servicechat/storage/sqlite";
import { createTurnAcceptor } from "../src/turn/accept-turn.ts";
import type { ReplyJob } from "../src/reply/reply-job.ts";
import type { BoundKey } from "../src/request-context.ts";

type TurnRequest = Parameters<ReturnType<typeof createTurnAcceptor>>[0];

/** Two nodes on one database, each with its own line of turns. */
async function start() {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "turns-"));
  stack.defer(() => rm(folder, { recursive: true }));
  const storage = stack.use(await openSqlite({ file: join(folder, "a.db") }));
  const parsed = parseAgentFile({ id: "guide", name: "Guide", model: { provider: "extractive" } });
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  const agent = { id: "guide", definition: parsed.agent, baseDirectory: "/" };
  await storage.agents.put({ ...agent, at: 1 });
  const bound = { key: { id: "key" }, agent } as unknown as BoundKey;
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const clock = { wallMs: () => 1000, monotonicMs: () => 1000 };
  /** What happens while users are identified, by the token of the request that waits for it. */
  const meanwhile = new Map<string, () => Promise<void>>();
  const node = () =>
    createTurnAcceptor({
      storage,
      coordination: stack.use(createMemoryCoordination({ clock })),
      secret: "s".repeat(32),
      nowMs: clock.wallMs,
      log: silent,
      disown: () => undefined,
      addressOf: () => "address",
      async identifyUser(userToken: string | undefined) {
        await meanwhile.get(userToken ?? "")?.();
        return undefined;
      },
    });
  const nodes = [node(), node()] as const;

  /** A reply that says nothing, and leaves its place at once. */
  async function end({ replyId, live, turnSlot }: ReplyJob): Promise<void> {
    const nothing = { content: "", parts: [], transcript: [], ending: null, failure: null };
    await storage.conversations.endReply({ replyId, status: "complete", ...nothing });
    live.close();
    turnSlot.leave();
  }
  const request = (text: string, changes: Partial<TurnRequest> = {}): TurnRequest => ({
    requestId: "request",
    bound,
    posted: [{ type: "text", block: { value: text } }],
    context: undefined,
    userToken: undefined,
    replaces: undefined,
    body: Buffer.from(text),
    session: undefined,
    idempotencyKey: undefined,
    request: {} as never,
    ...changes,
  });
  const firstTurn = async () => {
    const accepted = await nodes[0](request("First"));
    if (accepted.kind !== "new") throw new Error("The first message is new.");
    await end(accepted.job);
    const { sessionId } = accepted.job;
    const session = await storage.conversations.find(sessionId);
    if (!session) throw new Error("The chat has begun.");
    return { ...session, token: accepted.token };
  };
  const kept = stack.move();
  return { storage, nodes, request, firstTurn, meanwhile, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

test("a replacement that comes again on another node while the first is taken is the same turn, not a late one", async () => {
  await using fixture = await start();
  const { storage, nodes, request } = fixture;
  const session = await fixture.firstTurn();
  const [turn] = await storage.conversations.readTurns({ sessionId: session.id });
  const same = { session, replaces: turn?.messages[0]?.id, idempotencyKey: randomUUID() };

  let other: string | undefined;
  // The first thing that is waited for once the request was found to be new.
  fixture.meanwhile.set("late", async () => {
    const first = await nodes[1](request("Second", same));
    if (first.kind === "new") other = first.job.replyId;
  });
  const late = await nodes[0](request("Second", { ...same, userToken: "late" }));

  expect(late).toMatchObject({ kind: "replayed", token: session.token, kept: { replyId: other } });
  expect(await storage.conversations.readTurns({ sessionId: session.id })).toHaveLength(2);
});

test("a message whose chat is erased while it is on its way opens a new chat", async () => {
  await using fixture = await start();
  const { storage, nodes, request } = fixture;
  const session = await fixture.firstTurn();

  fixture.meanwhile.set("late", async () => void (await storage.conversations.erase(session.id)));
  const accepted = await nodes[0](request("Second", { session, userToken: "late" }));

  if (accepted.kind !== "new") throw new Error("It was never sent before.");
  expect(accepted.token).not.toBe(session.token);
  const turns = await storage.conversations.readTurns({ sessionId: accepted.job.sessionId });
  expect(turns.map(({ messages }) => messages.map(({ content }) => content))).toEqual([["Second"]]);
  expect(await storage.conversations.find(session.id)).toBeUndefined();
});
