import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agentFileSchema } from "@servicechat/contract/agent-file";
import type { NodeEvent } from "@servicechat/coordination";
import { createKnowledge } from "@servicechat/knowledge";
import { createOperations } from "@servicechat/operations";
import { hashSecret } from "@servicechat/operations/key-secret";
import type { OperationContext, Operations } from "@servicechat/operations";
import type { Storage } from "@servicechat/storage";
import { openPreparedSqlite } from "../../../../test/support/prepared-sqlite.ts";

/** Operations on a real database, with a clock that stands still. */
export interface OpenOperations extends AsyncDisposable {
  readonly operations: Operations;
  readonly context: OperationContext;
  readonly storage: Storage;
  /** The events sent to running services. */
  readonly nodeEvents: readonly NodeEvent[];
  /** Moves the clock, in milliseconds since 1970. */
  setNow(at: number): void;
}

/** Opens them on a SQLite database in a temporary folder, or on another database. */
export async function openOperations(given?: Storage): Promise<OpenOperations> {
  const folder = await mkdtemp(join(tmpdir(), "servicechat-operations-"));
  const opened = given ?? (await openPreparedSqlite(join(folder, "servicechat.db")));
  let at = 1_000;
  const nodeEvents: NodeEvent[] = [];
  const unreachable = () => Promise.reject(new Error("nothing is fetched here"));
  const findNothing = async ({ url }: { readonly url: string }) =>
    ({ url, status: 404, headers: {}, body: new Uint8Array() }) as const;
  const context: OperationContext = {
    storage: opened,
    knowledge: createKnowledge({
      knowledge: opened.knowledge,
      approvedAnswers: opened.approvedAnswers,
      crawls: opened.crawls,
      syncs: opened.syncs,
      vectors: opened.vectors,
      wordings: opened.wordings,
      agents: opened.agents,
      clock: { wallMs: () => at },
      randomUuid: () => crypto.randomUUID(),
      outbound: { request: findNothing, fetch: unreachable, [Symbol.asyncDispose]: async () => undefined },
      fetch: unreachable,
      environment: {},
      log: { warn: () => undefined },
      wait: async () => undefined,
    }),
    nodeEvents: { publish: (event) => void nodeEvents.push(event) },
    now: () => at,
    randomBytes,
    environment: {},
    mayRequest: () => true,
    webhooks: {
      canMail: false,
      createSecret: () => ({ secret: "whsec_", sealed: "sealed" }),
      sealUrl: (url) => url,
      urlOf: ({ url }) => url,
      test: async () => ({ error: "nothing is sent here" }),
    },
    box: {
      seal: (text, context) => `${context}: ${text}`,
      open: (sealed, context) => sealed.slice(context.length + 2),
    },
    push: {
      publicKey: async () => "BA",
      endpointIssue: () => undefined,
      seal: ({ endpoint: id }) => ({ id, sealed: "sealed" }),
      send: async () => ({ error: "nothing is sent here" }),
    },
    mail: {
      state: async () => ({ server: null, security: null, from: null, lastSentAt: null, lastFailed: null }),
      test: async () => ({ error: "nothing is sent here" }),
    },
    examine: async () => [{ check: "database", status: "ok", detail: "opens" }],
    consoleLimits: { variables: undefined, agentsDirectory: "/agents", isPublic: async () => true },
  };
  return {
    operations: createOperations(context),
    context,
    storage: opened,
    nodeEvents,
    setNow: (moment) => (at = moment),
    async [Symbol.asyncDispose]() {
      await opened.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Stores an agent that answers without a model. */
export async function putAgent({ agents }: Storage, id: string): Promise<void> {
  const definition = agentFileSchema.parse({
    id,
    name: id,
    model: { provider: "extractive" },
    handoff: {},
  });
  await agents.put({ id, definition, baseDirectory: "/agents", at: 1 });
}

/** Stores a key of an agent. */
export async function putKey({ keys }: Storage, id: string, agentId: string, createdAt = 1): Promise<void> {
  await keys.create({
    id,
    agentId,
    name: "",
    secretHash: hashSecret("0"),
    sealed: `key ${id}: ak_${id}_0`,
    lastFour: "abcd",
    allowed: ["shop.example"],
    rateLimit: 60,
    serverSide: false,
    createdAt,
    revokedAt: null,
  });
}

/** Stores a chat with an agent: one question, one rated answer. */
export async function putChat(
  { conversations, feedback }: Storage,
  id: string,
  agentId: string,
  at = 1_000,
  question = "Hello",
): Promise<void> {
  const replyId = `rep_${id}`;
  await conversations.acceptTurn({
    session: { id, agentId, tokenHash: `hash of ${id}` },
    messages: [{ id: `msg_${id}`, content: question, parts: [{ type: "text", text: question }] }],
    replyId,
    node: "self",
    at,
  });
  await conversations.endReply({
    replyId,
    status: "complete",
    content: "Good day.",
    parts: [{ type: "text", start: 0 }],
    transcript: [],
    failure: null,
    ending: null,
    facts: {
      agentId,
      keyId: `key-of-${agentId}`,
      model: "tiny",
      version: null,
      inputTokens: 3,
      outputTokens: 2,
      cachedTokens: 0,
      firstTextMs: null,
      totalMs: 0,
      finish: "complete",
      language: null,
      unanswered: false,
      marks: [],
      details: { searches: [], tools: [] },
    },
  });
  await feedback.rate({ sessionId: id, replyId, feedback: { rating: "up" }, at });
}

/** Stores a gap of an agent: the question of one chat, which was not answered. */
export async function putGap(
  storage: Storage,
  id: string,
  agentId: string,
  { isPlaced = true, question }: { readonly isPlaced?: boolean; readonly question?: string } = {},
): Promise<void> {
  const chat = `chat of ${id}`;
  await putChat(storage, chat, agentId, 1_000, question);
  const replyId = `rep_${chat}`;
  await storage.feedback.rate({ sessionId: chat, replyId, feedback: { rating: "down" }, at: 1_000 });
  await storage.gaps.unplaced({ limit: 1 });
  if (isPlaced) await storage.gaps.place({ replyId, gapId: id, vector: null, at: 1_000 });
}

/** Stores an approved answer of an agent. */
export async function putAnswer({ approvedAnswers }: Storage, id: string, agentId: string): Promise<void> {
  await approvedAnswers.create({
    id,
    agentId,
    text: "Refunds are paid within 10 days.",
    questions: ["How long does a refund take?"],
    verbatim: false,
    owner: null,
    reviewOn: null,
    createdAt: 1_000,
    changedBy: null,
  });
}

/** Stores somebody who is signed in. */
export async function putSignedIn(
  { operators, operatorSessions }: Storage,
  { operator: id, session }: { readonly operator: string; readonly session: string },
): Promise<void> {
  const link = { tokenHash: `link of ${id}`, expiresAt: 2_000 };
  await operators.create(
    { id, name: "Ann", displayName: null, role: "owner", agents: null, createdAt: 1 },
    { link },
  );
  await operatorSessions.signIn({
    proof: { kind: "link", tokenHash: link.tokenHash },
    session: { id: session, tokenHash: `session of ${id}`, browser: "" },
    at: 1_000,
  });
}
