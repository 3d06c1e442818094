import { agentFileSchema } from "@servicechat/contract/agent-file";
import type { KeyRecord, NewTurn, NewUserMessage, ReplyEnd, ReplyFacts, Storage } from "../../src/index.ts";

/** How a suite gets a fresh, empty store. */
export type OpenStorage = () => Promise<Storage>;

let made = 0;

/** An id that no other test of this run uses. As text, later ids follow earlier ones: lists sort by id where times are the same. */
export function newId(prefix: string): string {
  made += 1;
  return `${prefix}_${String(made).padStart(6, "0")}`;
}

export function definitionOf(id: string, name = "Guide") {
  return agentFileSchema.parse({ id, name, model: { provider: "extractive" } });
}

/** Writes an agent and returns its id. */
export async function putAgent(storage: Storage, id = "guide"): Promise<string> {
  await storage.agents.put({ id, definition: definitionOf(id), baseDirectory: "/agents", at: 1000 });
  return id;
}

export function sampleKey(values: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id: newId("key").replace("_", ""),
    agentId: "guide",
    name: "Shop",
    secretHash: "ab".repeat(32),
    lastFour: "x9Zq",
    allowed: ["example.com", "*.example.com"],
    rateLimit: 60,
    serverSide: false,
    createdAt: 1000,
    revokedAt: null,
    replaces: null,
    ...values,
  };
}

export function sampleMessage(content: string): NewUserMessage {
  return { id: newId("msg"), content, parts: [{ type: "text", text: content }] };
}

/** The first turn of a new session of `guide`, with one message by default. */
export function firstTurn(values: Partial<NewTurn> = {}): NewTurn {
  const sessionId = newId("ses");
  return {
    session: { id: sessionId, agentId: "guide", tokenHash: `hash of ${sessionId}` },
    messages: [sampleMessage("Hello")],
    replyId: newId("rep"),
    node: "self",
    at: 1000,
    ...values,
  };
}

/** A further turn of a session that exists. */
export function nextTurn(sessionId: string, values: Partial<NewTurn> = {}): NewTurn {
  return firstTurn({ session: { id: sessionId }, ...values });
}

export function sampleFacts(values: Partial<ReplyFacts> = {}): ReplyFacts {
  return {
    agentId: "guide",
    keyId: "shop1",
    model: "tiny",
    version: null,
    inputTokens: 300,
    outputTokens: 20,
    cachedTokens: 0,
    firstTextMs: 400,
    totalMs: 900,
    finish: "complete",
    language: "en",
    unanswered: false,
    marks: [],
    details: { searches: [], tools: [] },
    ...values,
  };
}

export function endOf(replyId: string, values: Partial<ReplyEnd> = {}): ReplyEnd {
  return {
    replyId,
    status: "complete",
    content: "Good day.",
    parts: [{ type: "text", start: 0 }],
    transcript: [],
    failure: null,
    ending: null,
    facts: sampleFacts(),
    ...values,
  };
}

/** A chat with one finished turn. */
export async function startChat(
  storage: Storage,
  values: Partial<NewTurn> = {},
): Promise<{ readonly sessionId: string; readonly replyId: string }> {
  const turn = firstTurn(values);
  await storage.conversations.acceptTurn(turn);
  await storage.conversations.endReply(endOf(turn.replyId));
  return { sessionId: turn.session.id, replyId: turn.replyId };
}
