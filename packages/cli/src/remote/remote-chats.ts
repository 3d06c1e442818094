import {
  exportedSessionSchema,
  feedbackListSchema,
  monthSchema,
  repliesSchema,
  sessionsSchema,
  sessionTurnsSchema,
} from "@servicechat/contract/admin-schemas";
import type { StoredFile, TurnRecord } from "@servicechat/storage";
import { z } from "zod";
import type { CommandOperations } from "../command-operations.ts";
import { readPages, segment } from "./admin-api.ts";
import type { AdminApi } from "./admin-api.ts";
import { asSent } from "./as-sent.ts";
import { orRefused } from "./remote-problem.ts";
import { momentOf, msOf } from "./times.ts";

const turns = z.array(asSent<TurnRecord>());
const files = z.array(asSent<Omit<StoredFile, "bytes"> & { readonly bytes: string }>());

/** The chats of a remote service. */
export function remoteChats(api: AdminApi): CommandOperations["chats"] {
  return {
    list: async (_, { agent, since, until, search, unanswered, address, ...request }) => {
      const filter = {
        agent,
        from: momentOf(since),
        to: momentOf(until),
        q: search,
        unanswered: unanswered === true ? "true" : undefined,
        address: address === true ? "unanswered" : undefined,
      };
      const { items, next } = await readPages(request, (page) =>
        api.ask("GET", "sessions", { query: { ...page, ...filter }, answer: sessionsSchema }),
      );
      return { items: items.map((item) => ({ ...item, ...recordOf(item) })), next };
    },
    find: (_, { id, limit, after }) =>
      orRefused(async () => {
        let chat: ReturnType<typeof recordOf> | undefined;
        const { items, next } = await readPages({ limit, after }, async (query) => {
          const answer = sessionTurnsSchema.extend({ turns });
          const page = await api.ask("GET", `sessions/${segment(id)}`, { query, answer });
          chat = recordOf(page.session);
          return { items: page.turns, next: page.next };
        });
        if (!chat) throw new Error("A chat was read without a request.");
        return { chat, turns: items, next };
      }, refusalsOf(id)),
    export: (_, { id }) =>
      orRefused(async () => {
        const answer = exportedSessionSchema.extend({ turns, files });
        const exported = await api.ask("GET", `sessions/${segment(id)}/export`, { answer });
        return {
          chat: recordOf(exported.session),
          turns: exported.turns,
          files: exported.files.map((file) => ({ ...file, bytes: Buffer.from(file.bytes, "base64") })),
        };
      }, refusalsOf(id)),
    erase: (_, { id }) =>
      orRefused(async () => {
        await api.ask("DELETE", `chats/${segment(id)}`);
        return { id, erased: true as const };
      }, refusalsOf(id)),
  };
}

/** Visitors' ratings at a remote service. */
export function remoteFeedback(api: AdminApi): CommandOperations["feedback"] {
  return {
    list: async (_, { agent, rating, since, ...request }) => {
      const { items, next } = await readPages(request, (page) => {
        const query = { ...page, agent, rating, from: momentOf(since) };
        return api.ask("GET", "feedback", { query, answer: feedbackListSchema });
      });
      const rated = items.map(
        ({ chat, message, agent: agentId, at, question = "", answer = "", ...item }) => ({
          ratedAt: msOf(at),
          agentId,
          chatId: chat,
          messageId: message,
          rating: item.rating,
          comment: item.comment,
          question,
          answer,
        }),
      );
      return { items: rated, next };
    },
  };
}

/** Usage at a remote service. */
export function remoteUsage(api: AdminApi): CommandOperations["usage"] {
  return {
    read: async (_, { by, since, until, agent }) => {
      const query = { by, from: momentOf(since), to: momentOf(until), agent };
      const { from, to, items, ...rest } = await api.ask("GET", "usage/replies", {
        query,
        answer: repliesSchema,
      });
      const rows = items.map(({ of, ...sum }) => ({ of: by === "day" ? msOf(of) : of, ...sum }));
      return { by, since: msOf(from), until: msOf(to), items: rows, ...rest };
    },
    month: async () => {
      const { from, to, ...month } = await api.ask("GET", "usage/month", { answer: monthSchema });
      return { from: msOf(from), to: msOf(to), ...month };
    },
  };
}

const refusalsOf = (id: string) => ({ chat_not_found: () => ({ kind: "chat_not_found" as const, id }) });

function recordOf({
  id,
  agent,
  turns: count,
  createdAt,
  lastActiveAt,
}: z.output<typeof sessionsSchema>["items"][number] | z.output<typeof sessionTurnsSchema>["session"]) {
  return { id, agentId: agent, turns: count, createdAt: msOf(createdAt), lastActiveAt: msOf(lastActiveAt) };
}
