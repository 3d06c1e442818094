import { meSchema, serviceSchema } from "@servicechat/contract/admin-schemas";
import type { Workplace } from "../command-operations.ts";
import { createAdminApi } from "./admin-api.ts";
import { remoteAgents } from "./remote-agents.ts";
import { remoteAnswers } from "./remote-answers.ts";
import { remoteChats, remoteFeedback, remoteUsage } from "./remote-chats.ts";
import { remoteFlags } from "./remote-flags.ts";
import { remoteGaps } from "./remote-gaps.ts";
import { remoteKeys } from "./remote-keys.ts";
import { remoteKnowledge } from "./remote-knowledge.ts";
import { remoteAudit, remoteOperators, remoteTokens } from "./remote-people.ts";
import { remoteLetter } from "./remote-letter.ts";
import { remotePrices } from "./remote-prices.ts";
import { remoteTests } from "./remote-tests.ts";
import { remoteHandover, remoteWebhooks } from "./remote-webhooks.ts";
import type { RemoteService } from "./remote-service.ts";

/**
 * The operations of a service elsewhere: the same as those on a database here, each by requests to its admin API. Who asks
 * is whoever the token belongs to.
 */
export function openRemote(service: RemoteService, send: typeof fetch): Workplace {
  const api = createAdminApi(service, send);
  return {
    operations: {
      agents: remoteAgents(api),
      keys: remoteKeys(api),
      chats: remoteChats(api),
      feedback: remoteFeedback(api),
      gaps: remoteGaps(api),
      flags: remoteFlags(api),
      answers: remoteAnswers(api),
      usage: remoteUsage(api),
      prices: remotePrices(api),
      letter: remoteLetter(api),
      knowledge: remoteKnowledge(api),
      tests: remoteTests(api),
      operators: remoteOperators(api),
      tokens: remoteTokens(api),
      audit: remoteAudit(api),
      webhooks: remoteWebhooks(api),
      handover: remoteHandover(api),
    },
    name: service.origin,
    async me() {
      const { kind, name, role } = await api.ask("GET", "me", { answer: meSchema });
      return { kind, name, role };
    },
    async publicAddress() {
      const { publicUrl } = await api.ask("GET", "service", { answer: serviceSchema });
      const { hostname, port } = new URL(publicUrl);
      return { publicUrl, host: hostname, port: Number(port), from: "service", running: [publicUrl] };
    },
  };
}
