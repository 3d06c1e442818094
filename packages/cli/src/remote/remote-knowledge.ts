import { foundPassagesSchema, knowledgeSourcesSchema } from "@servicechat/contract/admin-schemas";
import type { SyncReport } from "@servicechat/knowledge";
import type { KnowledgeEvaluation } from "@servicechat/operations";
import type { CommandOperations } from "../command-operations.ts";
import { readPages, segment } from "./admin-api.ts";
import type { AdminApi } from "./admin-api.ts";
import { asSent } from "./as-sent.ts";
import { agentRefusals } from "./remote-agents.ts";
import { orRefused } from "./remote-problem.ts";
import { msOf } from "./times.ts";

/** The knowledge of a remote service's agents. */
export function remoteKnowledge(api: AdminApi): CommandOperations["knowledge"] {
  const at = (agent: string) => `agents/${segment(agent)}/knowledge`;

  return {
    list: (_, { agent, ...request }) =>
      orRefused(
        async () => {
          const { items, next } = await readPages(request, (query) =>
            api.ask("GET", at(agent), { query, answer: knowledgeSourcesSchema }),
          );
          const documents = items.map(({ id, title, url, location = "", source = "", readAt }) => ({
            id,
            agentId: agent,
            source,
            location,
            title,
            url,
            fingerprint: "",
            readAt: readAt === null ? 0 : msOf(readAt),
          }));
          return { items: documents, next };
        },
        agentRefusals(api, agent),
      ),
    sync: (_, { agent, onStep, onEmbedded }) =>
      orRefused(
        () =>
          api.ask("POST", `${at(agent)}/sync`, {
            answer: asSent<SyncReport>(),
            onStep: {
              reading: onStep && ((step) => onStep({ ...step, location: "" })),
              embedding: onEmbedded,
            },
          }),
        agentRefusals(api, agent),
      ),
    search: (_, { agent, query: q, limit }) =>
      orRefused(
        async () => {
          const query = { q, limit };
          const { items } = await api.ask("GET", `${at(agent)}/search`, {
            query,
            answer: foundPassagesSchema,
          });
          const passages = items.map(({ title, headings = [title], text, url, score, readAs, approved }) => ({
            title,
            headings,
            text,
            url,
            score,
            ...(readAs !== undefined && { readAs }),
            ...(approved && { approved }),
          }));
          return { passages };
        },
        agentRefusals(api, agent),
      ),
    evaluate: (_, { agent, questions, onSearched, onAnswered }) =>
      orRefused(
        () =>
          api.ask("POST", `${at(agent)}/evaluate`, {
            body: { questions },
            answer: asSent<KnowledgeEvaluation>(),
            onStep: { searching: onSearched, answering: onAnswered },
          }),
        agentRefusals(api, agent),
      ),
  };
}
