import {
  agentSchema,
  agentsListSchema,
  evaluateSchema,
  feedbackListSchema,
  feedbackQuerySchema,
  foundPassagesSchema,
  knowledgeSourcesSchema,
  listQuery,
  pageSizes,
  searchQuerySchema,
} from "@servicechat/contract/admin-schemas";
import type { AgentWithFile } from "@servicechat/contract/admin";
import type { Asker, Operations, Refused } from "@servicechat/operations";
import { z } from "zod";
import { malformed } from "../response/malformed.ts";
import { answered } from "./answered.ts";
import { answer, nothing, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";
import { progressType, withProgress } from "./with-progress.ts";

const agentIn = (params: Readonly<Record<string, string>>) => ({ agent: params["id"] ?? "" });

/** GET agents */
export const listAgents = roleRoute("viewer", {
  summary: "Agents, by id",
  query: z.strictObject(listQuery),
  answer: agentsListSchema,
  handle: async ({ admin, admission: { asker }, query: { limit = pageSizes.usual, after } }) => {
    const { items, next } = answered(await admin.operations.agents.list(asker, { limit, after }));
    const keys = answered(await admin.operations.keys.list(asker, { limit: Infinity })).items;
    const live = keys.filter(({ revokedAt }) => revokedAt === null);
    return answer({
      items: items.map(({ id, definition, version, updatedAt, revision }) => ({
        id,
        name: definition.name,
        version,
        updatedAt: timeOf(updatedAt),
        keys: live.filter(({ agentId }) => agentId === id).length,
        revision,
      })),
      next,
    });
  },
});

/** GET agents/{id} */
export const readAgent = roleRoute("viewer", {
  summary: "An agent with its file",
  answer: agentSchema,
  handle: async ({ admin, admission: { asker }, params }) => {
    const read = answered(await admin.operations.agents.read(asker, agentIn(params)));
    const agent = agentWithFile(read, asker);
    return answer(agent, { revision: agent.revision });
  },
});

/** An agent with its file, as the API tells it. */
export function agentWithFile(
  agent: Exclude<Awaited<ReturnType<Operations["agents"]["read"]>>, Refused>,
  { role }: Pick<Asker, "role">,
): AgentWithFile {
  const { id, version, file, definition, author, note, at, revision } = agent;
  const createdAt = timeOf(at);
  return {
    id,
    version,
    file,
    definition: { ...definition },
    author,
    note: note || null,
    createdAt,
    firstAppliedAt: timeOf(agent.createdAt),
    updatedAt: timeOf(agent.updatedAt),
    ...(role !== "viewer" && { baseDirectory: agent.baseDirectory }),
    revision,
  };
}

/** DELETE agents/{id} */
export const deleteAgent = roleRoute("owner", {
  summary: "Delete an agent with its keys, chats and knowledge",
  handle: async ({ admin, admission: { asker }, params }) => {
    answered(await admin.operations.agents.delete(asker, agentIn(params)));
    return nothing;
  },
});

/** GET agents/{id}/knowledge */
export const listKnowledge = roleRoute("viewer", {
  summary: "The documents and pages that an agent knows",
  query: z.strictObject(listQuery),
  answer: knowledgeSourcesSchema,
  handle: async ({ admin, admission: { asker }, params, query: { limit = pageSizes.usual, after } }) => {
    const page = await admin.operations.knowledge.list(asker, { ...agentIn(params), limit, after });
    const { items, next } = answered(page);
    const { knowledge } = admin.server.storage;
    const counts = await knowledge.counts(items.map(({ id }) => id));
    const countsOf = new Map(counts.map((document) => [document.id, document]));
    return answer({
      items: items.map(({ id, title, url, readAt, location, source }) => ({
        id,
        title,
        url,
        location,
        source,
        passages: countsOf.get(id)?.passages ?? 0,
        embedded: countsOf.get(id)?.vectors ?? 0,
        readAt: timeOf(readAt),
      })),
      next,
    });
  },
});

/** POST agents/{id}/knowledge/sync */
export const syncKnowledge = roleRoute("editor", {
  summary:
    "Read what changed in an agent's sources; with `Accept: application/x-ndjson` a line for each step comes first",
  body: z.object({}),
  mayLackBody: true,
  answer: z.record(z.string(), z.unknown()),
  downloads: [progressType],
  handle: (request) =>
    withProgress(request, (hear) =>
      request.admin.operations.knowledge.sync(request.admission.asker, {
        ...agentIn(request.params),
        onStep: hear("reading"),
        onEmbedded: hear("embedding"),
      }),
    ),
});

/** GET agents/{id}/knowledge/search */
export const searchKnowledge = roleRoute("viewer", {
  summary: "The passages that an agent finds for a question, best first",
  query: searchQuerySchema,
  answer: foundPassagesSchema,
  handle: async ({ admin, admission: { asker }, params, query: { q, limit = 10 } }) => {
    const input = { ...agentIn(params), query: q, limit };
    const { passages } = answered(await admin.operations.knowledge.search(asker, input));
    return answer({
      items: passages.map(({ title, headings, url, text, score, readAs, approved }) => ({
        title,
        url: url ?? null,
        text,
        score,
        headings: [...headings],
        ...(readAs !== undefined && { readAs }),
        ...(approved && { approved }),
      })),
    });
  },
});

/** POST agents/{id}/knowledge/evaluate */
export const evaluateKnowledge = roleRoute("editor", {
  summary:
    "How often an agent finds and gives the answers to a list of questions; with `Accept: application/x-ndjson` a line for each step comes first",
  body: evaluateSchema,
  maxBodyBytes: 1_048_576,
  answer: z.record(z.string(), z.unknown()),
  downloads: [progressType],
  handle: (request) =>
    withProgress(request, (hear) =>
      request.admin.operations.knowledge.evaluate(request.admission.asker, {
        ...agentIn(request.params),
        questions: request.body.questions,
        onSearched: hear("searching"),
        onAnswered: hear("answering"),
      }),
    ),
});

/** GET feedback */
export const listFeedback = roleRoute("viewer", {
  summary: "How visitors rated answers, the latest rating first",
  query: feedbackQuerySchema,
  answer: feedbackListSchema,
  handle: async ({ admin, admission: { asker }, query }) => {
    const { limit = pageSizes.usual, after, agent, rating, from, to } = query;
    if (to !== undefined) throw malformed("to: is not supported for this list");
    const page = await admin.operations.feedback.list(asker, {
      limit,
      after,
      ...(agent !== undefined && { agent }),
      ...(rating !== undefined && { rating }),
      ...(from !== undefined && { since: from }),
    });
    const { items, next } = answered(page);
    return answer({
      items: items.map(({ chatId, messageId, agentId, ratedAt, rating: given, comment, ...said }) => ({
        chat: chatId,
        message: messageId,
        agent: agentId,
        at: timeOf(ratedAt),
        rating: given,
        comment,
        question: said.question,
        answer: said.answer,
      })),
      next,
    });
  },
});
