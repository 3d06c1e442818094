import { messageIdOfReply } from "@servicechat/contract";
import type { MessagePart } from "@servicechat/contract";
import type { Chat, Entry, ReplyFacts } from "@servicechat/contract/admin";
import type { Asker } from "@servicechat/operations";
import type { ChatEntry, EntryFacts, ListedChat } from "@servicechat/storage";
import { partsOfReply } from "../views/history-view.ts";
import { timeOf } from "./times.ts";

/** A chat as a list shows it. Whom the site has signed in is hidden from those who only read. */
export function chatView(chat: ListedChat, { role }: Pick<Asker, "role">): Chat {
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
    holder: chat.holder,
    operator: null,
    // No chat can be handed over yet.
    epoch: 0,
    outcome: chat.outcome,
    rating: chat.rating,
    marks: [...chat.marks],
    language: chat.language,
    ...(user && { user: role === "viewer" ? { id: "masked" } : userView(user) }),
    revision: String(chat.revision),
  };
}

function userView({ id, name }: NonNullable<ListedChat["user"]>): NonNullable<Chat["user"]> {
  return name === null ? { id } : { id, name };
}

/** A message with how it came about. */
export function entryView(entry: ChatEntry): Entry {
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
      by: { kind: "visitor" },
      parts: asRecords(entry.parts),
      files: filesIn(entry.parts),
      status: "complete",
    };
  const { facts, feedback, status } = entry;
  return {
    ...head,
    id: messageIdOfReply(entry.id),
    role: "assistant",
    by: { kind: "agent" },
    parts: asRecords(partsOfReply({ parts: entry.parts, content: entry.text, status })),
    files: [],
    status,
    ...(feedback && { feedback }),
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

/** Parts are told as they stand on the wire: their kinds may grow. */
function asRecords(parts: readonly MessagePart[]): Record<string, unknown>[] {
  return parts.map((part) => ({ ...part }));
}
