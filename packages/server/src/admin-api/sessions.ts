import {
  exportedSessionSchema,
  listQuery,
  pageSizes,
  sessionsQuerySchema,
  sessionsSchema,
  sessionTurnsSchema,
} from "@servicechat/contract/admin-schemas";
import type { SessionRecord, TurnRecord } from "@servicechat/storage";
import { z } from "zod";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

/*
 * Chats as their turns, for the command line on another machine. Turns are returned as they are stored, with
 * identifying data, so they are not for people for whom contacts are masked.
 */

/** GET sessions */
export const listSessions = roleRoute("viewer", {
  summary: "Chats with their first questions, the most recently active first",
  query: sessionsQuerySchema,
  answer: sessionsSchema,
  handle: async ({ admin, admission: { actor }, query }) => {
    const { limit = pageSizes.usual, after, agent, from, to, q, unanswered, address } = query;
    const page = await admin.operations.chats.list(actor, {
      limit,
      after,
      ...(agent !== undefined && { agent }),
      ...(from !== undefined && { since: from }),
      ...(to !== undefined && { until: to }),
      ...(q !== undefined && { search: q }),
      ...(unanswered !== undefined && { unanswered: true }),
      ...(address !== undefined && { address: true }),
    });
    const { items, next } = resultOrThrow(page);
    return answer({
      items: items.map((session) => ({
        ...sessionView(session),
        firstQuestion: session.firstQuestion,
        unanswered: session.unanswered,
      })),
      next,
    });
  },
});

/** GET sessions/{id} */
export const readSession = roleRoute("responder", {
  summary: "A chat with its turns as stored, oldest first",
  query: z.strictObject(listQuery),
  answer: sessionTurnsSchema,
  handle: async ({ admin, admission: { actor }, params, query: { limit = pageSizes.usual, after } }) => {
    const found = await admin.operations.chats.find(actor, { id: params["id"] ?? "", limit, after });
    const { chat, turns, next } = resultOrThrow(found);
    return answer({ session: sessionView(chat), turns: turns.map(asStored), next });
  },
});

/** GET sessions/{id}/export */
export const exportSession = roleRoute("responder", {
  summary: "Everything stored about a chat, with its files in base64",
  answer: exportedSessionSchema,
  handle: async ({ admin, admission: { actor }, params }) => {
    const exported = await admin.operations.chats.export(actor, { id: params["id"] ?? "" });
    const { chat, turns, files } = resultOrThrow(exported);
    return answer({
      session: sessionView(chat),
      turns: turns.map(asStored),
      files: files.map((file) => ({ ...file, bytes: Buffer.from(file.bytes).toString("base64") })),
    });
  },
});

function sessionView({ id, agentId, turns, createdAt, lastActiveAt }: SessionRecord) {
  return { id, agent: agentId, turns, createdAt: timeOf(createdAt), lastActiveAt: timeOf(lastActiveAt) };
}

function asStored(turn: TurnRecord): Record<string, unknown> {
  return { ...turn };
}
