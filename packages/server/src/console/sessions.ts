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
import { answered } from "./answered.ts";
import { answer, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

/*
 * Chats as their turns, for the command line when it works from elsewhere. Turns are told as they are stored, with what
 * identifies visitors, so they are not for those whom contacts are masked for.
 */

/** GET sessions */
export const listSessions = roleRoute("viewer", {
  summary: "Chats with their first questions, the most recently active first",
  query: sessionsQuerySchema,
  answer: sessionsSchema,
  handle: async ({ admin, admission: { asker }, query }) => {
    const { limit = pageSizes.usual, after, agent, from, to, q, unanswered } = query;
    const page = await admin.operations.chats.list(asker, {
      limit,
      after,
      ...(agent !== undefined && { agent }),
      ...(from !== undefined && { since: from }),
      ...(to !== undefined && { until: to }),
      ...(q !== undefined && { search: q }),
      ...(unanswered !== undefined && { unanswered: true }),
    });
    const { items, next } = answered(page);
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
  handle: async ({ admin, admission: { asker }, params, query: { limit = pageSizes.usual, after } }) => {
    const found = await admin.operations.chats.find(asker, { id: params["id"] ?? "", limit, after });
    const { chat, turns, next } = answered(found);
    return answer({ session: sessionView(chat), turns: turns.map(asStored), next });
  },
});

/** GET sessions/{id}/export */
export const exportSession = roleRoute("responder", {
  summary: "Everything stored about a chat, with its files in base64",
  answer: exportedSessionSchema,
  handle: async ({ admin, admission: { asker }, params }) => {
    const exported = await admin.operations.chats.export(asker, { id: params["id"] ?? "" });
    const { chat, turns, files } = answered(exported);
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
