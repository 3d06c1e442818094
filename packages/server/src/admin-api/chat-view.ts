import { messageIdOfReply } from "@servicechat/contract";
import type { MessagePart } from "@servicechat/contract";
import type { Chat, Entry, ReplyFacts } from "@servicechat/contract/admin";
import type { Actor } from "@servicechat/operations";
import type { ChatEntry, EntryFacts, ListedChat } from "@servicechat/storage";
import { partsOfReply } from "../views/history-view.ts";
import { timeOf } from "./times.ts";

/** A chat as a list shows it. Whom the site has signed in is hidden from those who only read. */
export function chatView(chat: ListedChat, { role }: Pick<Actor, "role">): Chat {
  const { user } = chat;
  return {
    id: chat.id,
    agent: chat.agentId,
    key: chat.keyId,
    startedAt: timeOf(chat.startedAt),
    lastAt: timeOf(chat.lastAt),
    messages: chat.messages,
    first: chat.first,
    last: chat.last,
    ...(chat.lastAsked !== null && { lastAsked: chat.lastAsked }),
    holder: chat.holder,
    operator: chat.operator && { ...chat.operator },
    epoch: chat.epoch,
    ...(chat.handoff && { handoff: handoffView(chat.handoff, role) }),
    ...(chat.addressSince !== null && { addressSince: timeOf(chat.addressSince) }),
    // It is made from the address, so who may not see that could find it out by trying.
    ...(chat.addressRevision !== null && role !== "viewer" && { addressRevision: chat.addressRevision }),
    ...(chat.page !== null && { page: chat.page }),
    outcome: chat.outcome,
    rating: chat.rating,
    marks: [...chat.marks],
    ...(chat.unanswered > 0 && { unanswered: chat.unanswered }),
    language: chat.language,
    ...(user && { user: role === "viewer" ? { id: "masked" } : userView(user) }),
    ...(chat.tags.length > 0 && { tags: [...chat.tags] }),
    ...(chat.snoozedUntil !== null && { snoozedUntil: timeOf(chat.snoozedUntil) }),
    ...(chat.isUnread && { unread: true as const }),
    revision: String(chat.revision),
  };
}

/** An address is only for those who may write to it: others see whose it may be, but not the address. */
function handoffView(handoff: NonNullable<ListedChat["handoff"]>, role: Actor["role"]) {
  const { by, reason, summary, email, since } = handoff;
  const shown = role === "viewer" ? (email?.replace(/^(.)[^@]*/u, "$1…") ?? null) : email;
  return { by, reason, summary, email: shown, since: timeOf(since) };
}

function userView({ id, name }: NonNullable<ListedChat["user"]>): NonNullable<Chat["user"]> {
  return name === null ? { id } : { id, name };
}

/** A message with how it came about, or what happened between messages. */
export function entryView(entry: ChatEntry): Entry {
  if (entry.role === "event") {
    const { id, at, event, name } = entry;
    return { id: `evt_${id}`, at: timeOf(at), type: "event", event, ...(name !== null && { name }) };
  }
  if (entry.role === "note") {
    const { id, at, text, by } = entry;
    return { id, at: timeOf(at), type: "note", text, by: { ...by } };
  }
  const head = {
    type: "message" as const,
    at: timeOf(entry.at),
    text: entry.text,
    ...(entry.replaced && { replaced: true as const }),
  };
  if (entry.role === "user")
    return {
      ...head,
      id: entry.id,
      role: "user",
      author: "visitor",
      by: { kind: "visitor" },
      parts: asRecords(entry.parts),
      files: filesIn(entry.parts),
      status: "complete",
    };
  if (entry.role === "person")
    return {
      ...head,
      id: messageIdOfReply(entry.id),
      role: "assistant",
      author: "person",
      by: { kind: "person", name: entry.by.name },
      parts: [{ type: "text", text: entry.text }],
      files: [],
      status: "complete",
    };
  const { facts, feedback, flag, status } = entry;
  return {
    ...head,
    id: messageIdOfReply(entry.id),
    role: "assistant",
    author: "ai",
    by: { kind: "agent" },
    parts: asRecords(partsOfReply({ parts: entry.parts, content: entry.text, status })),
    files: [],
    status,
    ...(feedback && { feedback }),
    ...(flag && { flag: { ...flag, at: timeOf(flag.at) } }),
    ...(facts && { facts: factsView(facts, status) }),
  };
}

function factsView(facts: EntryFacts, status: string): ReplyFacts {
  return {
    version: facts.version,
    key: facts.keyId,
    model: facts.model,
    finish: facts.finish ?? status,
    language: facts.language,
    marks: [...facts.marks],
    firstTextMs: facts.firstTextMs,
    totalMs: facts.totalMs ?? 0,
    tokens: { in: facts.inputTokens, out: facts.outputTokens, cached: facts.cachedTokens },
    searches: facts.searches.map(({ query, passages }) => ({ query, passages: [...passages] })),
    tools: [...facts.tools],
  };
}

function filesIn(parts: readonly MessagePart[]) {
  return parts.flatMap((part) => {
    if (part.type !== "file") return [];
    const { uploadId: id, name, mediaType, size: bytes } = part;
    return [{ id, name, mediaType, bytes }];
  });
}

/** Parts are returned as they are on the wire, since there may be new kinds. */
function asRecords(parts: readonly MessagePart[]): Record<string, unknown>[] {
  return parts.map((part) => ({ ...part }));
}
