import {
  agentSchema,
  agentsListSchema,
  documentPassagesSchema,
  evaluateSchema,
  feedbackListSchema,
  feedbackQuerySchema,
  foundPassagesSchema,
  knowledgeQuerySchema,
  knowledgeSourcesSchema,
  listQuery,
  pageSizes,
  searchQuerySchema,
  sourcePassagesQuerySchema,
} from "@servicechat/contract/admin-schemas";
import type { AgentWithFile } from "@servicechat/contract/admin";
import type { Actor, Operations, Refused } from "@servicechat/operations";
import { z } from "zod";
import { malformed } from "../request/malformed.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { progressType } from "./progress.ts";
import { answer, nothing, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

const agentIn = (params: Readonly<Record<string, string>>) => ({ agent: params["id"] ?? "" });

/** GET agents */
export const listAgents = roleRoute("viewer", {
  summary: "Agents, by id",
  query: z.strictObject(listQuery),
  answer: agentsListSchema,
  handle: async ({ admin, admission: { actor }, query: { limit = pageSizes.usual, after } }) => {
    const { items, next } = resultOrThrow(await admin.operations.agents.list(actor, { limit, after }));
    const keys = resultOrThrow(await admin.operations.keys.list(actor, { limit: Infinity })).items;
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
  handle: async ({ admin, admission: { actor }, params }) => {
    const read = resultOrThrow(await admin.operations.agents.read(actor, agentIn(params)));
    const agent = agentWithFile(read, actor);
    return answer(agent, { revision: agent.revision });
  },
});

/** An agent with its file, as the API tells it. */
export function agentWithFile(
  agent: Exclude<Awaited<ReturnType<Operations["agents"]["read"]>>, Refused>,
  { role }: Pick<Actor, "role">,
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
  summary:
    "Delete an agent with its keys, chats and knowledge; with `Accept: application/x-ndjson` a line for each chat comes first",
  downloads: [progressType],
  status: [200, 204],
  handle: async ({ admin, admission: { actor }, params, onStep }) => {
    const input = { ...agentIn(params), onErased: onStep("erasing") };
    return { ...nothing, body: resultOrThrow(await admin.operations.agents.delete(actor, input)) };
  },
});

/** GET agents/{id}/knowledge */
export const listKnowledge = roleRoute("viewer", {
  summary: "The documents and pages that an agent knows, and those that could not be read",
  query: knowledgeQuerySchema,
  answer: knowledgeSourcesSchema,
  handle: async ({ admin, admission: { actor }, params, query }) => {
    const { limit = pageSizes.usual, after, ...filter } = query;
    const page = await admin.operations.knowledge.list(actor, {
      ...agentIn(params),
      limit,
      after,
      ...filter,
    });
    const { items, next } = resultOrThrow(page);
    const { knowledge } = admin.server.storage;
    const counts = await knowledge.counts(items.map(({ id }) => id));
    const countsOf = new Map(counts.map((document) => [document.id, document]));
    return answer({
      items: items.map(({ id, title, url, readAt, location, source, state, reason, kind }) => ({
        id,
        title,
        url,
        location,
        source,
        passages: countsOf.get(id)?.passages ?? 0,
        embedded: countsOf.get(id)?.vectors ?? 0,
        wordings: countsOf.get(id)?.wordings ?? 0,
        readAt: readAt === null ? null : timeOf(readAt),
        state,
        reason,
        kind,
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
  handle: async ({ admin, admission: { actor }, params, onStep }) => {
    const steps = { onStep: onStep("reading"), onEmbedded: onStep("embedding") };
    return answer(
      resultOrThrow(await admin.operations.knowledge.sync(actor, { ...agentIn(params), ...steps })),
    );
  },
});

/** GET agents/{id}/knowledge/passages */
export const readSourcePassages = roleRoute("viewer", {
  summary: "What came out of a source: the passages by which it is found, in their order",
  query: sourcePassagesQuerySchema,
  answer: documentPassagesSchema,
  handle: async ({ admin, admission: { actor }, params, query }) => {
    const passages = await admin.operations.knowledge.passages(actor, { ...agentIn(params), ...query });
    return answer({
      items: resultOrThrow(passages).items.map(({ headings, text }) => ({ headings: [...headings], text })),
    });
  },
});

/** GET agents/{id}/knowledge/search */
export const searchKnowledge = roleRoute("viewer", {
  summary: "The passages that an agent finds for a question, best first",
  query: searchQuerySchema,
  answer: foundPassagesSchema,
  handle: async ({ admin, admission: { actor }, params, query: { q, limit = 10 } }) => {
    const input = { ...agentIn(params), query: q, limit };
    const { passages } = resultOrThrow(await admin.operations.knowledge.search(actor, input));
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
    "Measure how often an agent finds and gives the right answers to a list of questions; with `Accept: application/x-ndjson` a line for each step comes first",
  body: evaluateSchema,
  maxBodyBytes: 1_048_576,
  answer: z.record(z.string(), z.unknown()),
  downloads: [progressType],
  handle: async ({ admin, admission: { actor }, params, body: { questions }, onStep }) => {
    const steps = { onSearched: onStep("searching"), onAnswered: onStep("answering") };
    const input = { ...agentIn(params), questions, ...steps };
    return answer(resultOrThrow(await admin.operations.knowledge.evaluate(actor, input)));
  },
});

/** GET feedback */
export const listFeedback = roleRoute("viewer", {
  summary: "How visitors rated answers, the latest rating first",
  query: feedbackQuerySchema,
  answer: feedbackListSchema,
  handle: async ({ admin, admission: { actor }, query }) => {
    const { limit = pageSizes.usual, after, agent, rating, from, to } = query;
    if (to !== undefined) throw malformed("to: is not supported for this list");
    const page = await admin.operations.feedback.list(actor, {
      limit,
      after,
      ...(agent !== undefined && { agent }),
      ...(rating !== undefined && { rating }),
      ...(from !== undefined && { since: from }),
    });
    const { items, next } = resultOrThrow(page);
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
